import { useState } from 'react'
import { store, stored } from './storage.ts'

const PREFIX = 'plp.typed.'

/**
 * What a player types in a place and has not sent. This tab keeps it: it is there again after another page, a reload, and a session
 * that ended elsewhere. `place` null: it is not kept.
 */
export function useTyped<T>(userId: number, place: string | null, empty: T): [T, (next: T) => void] {
  const [typed, setTyped] = useState(() => (place === null ? empty : readTyped(userId, place, empty)))
  return [
    typed,
    (next) => {
      setTyped(next)
      if (place !== null) keepTyped(userId, place, next, empty)
    },
  ]
}

/** What is kept of a place; `empty` where that is nothing, or nothing of this kind. */
export function readTyped<T>(userId: number, place: string, empty: T): T {
  try {
    const kept = JSON.parse(stored(keyOf(userId, place), 'sessionStorage') ?? 'null')
    if (kept === null || typeof kept !== typeof empty) return empty
    return typeof kept === 'object' ? { ...empty, ...kept } : kept
  } catch {
    return empty
  }
}

/** Keeps it until it is empty again. */
export function keepTyped<T>(userId: number, place: string, typed: T, empty: T): void {
  const text = JSON.stringify(typed)
  store(keyOf(userId, place), text === JSON.stringify(empty) ? null : text, 'sessionStorage')
}

/** Forgets what others than this player have typed; null: everybody. */
export function forgetTyped(but: number | null): void {
  try {
    const own = but === null ? null : keyOf(but, '')
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && (own === null || !key.startsWith(own))) sessionStorage.removeItem(key)
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
}

const keyOf = (userId: number, place: string): string => `${PREFIX}${userId}.${place}`
