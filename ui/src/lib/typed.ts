import { useState } from 'react'
import { storageKey } from './forgetTyped.ts'
import { store, stored } from './storage.ts'

/**
 * Text that a player has typed and not sent. It is stored for this tab, and survives navigation, reloads and a session
 * that ended elsewhere. `field` null: not stored. The third function clears what was sent, also after the page was left,
 * unless it has been changed since.
 */
export function useTyped<T>(userId: number, field: string | null, empty: T): [T, (next: T) => void, (sent: T) => void] {
  const read = () => (field === null ? empty : readTyped(userId, field, empty))
  const [typed, setTyped] = useState(read)
  const keep = (next: T) => {
    if (field !== null) storeTyped(userId, field, next, empty)
  }
  return [
    typed,
    (next) => {
      setTyped(next)
      keep(next)
    },
    (sent) => {
      const isSent = (now: T) => JSON.stringify(now) === JSON.stringify(sent)
      setTyped((now) => (isSent(now) ? empty : now))
      if (isSent(read())) keep(empty)
    },
  ]
}

/** Returns the stored value; `empty` if there is none, or one of another type. */
export function readTyped<T>(userId: number, field: string, empty: T): T {
  try {
    const saved = JSON.parse(stored(storageKey(userId, field), 'sessionStorage') ?? 'null')
    if (saved === null || typeof saved !== typeof empty) return empty
    return typeof saved === 'object' ? { ...empty, ...saved } : saved
  } catch {
    return empty
  }
}

/** Stores the value; an empty one is removed. */
export function storeTyped<T>(userId: number, field: string, typed: T, empty: T): void {
  const text = JSON.stringify(typed)
  store(storageKey(userId, field), text === JSON.stringify(empty) ? null : text, 'sessionStorage')
}
