import { useState } from 'react'
import type { Room } from './model.ts'

/** The last message that was seen in a room, remembered on this device. */
export function useLastSeen({ kind, id }: Room, userId: number): [number | null, (id: number) => void] {
  const key = `plp-chat-${userId}-${kind}-${id}`
  const [seen, setSeen] = useState(() => read(key))
  return [
    seen,
    (messageId) => {
      if (messageId === seen) return
      setSeen(messageId)
      try {
        localStorage.setItem(key, String(messageId))
      } catch {
        // Without storage it is remembered until the page goes.
      }
    },
  ]
}

function read(key: string): number | null {
  try {
    return Number(localStorage.getItem(key)) || null
  } catch {
    return null
  }
}
