import { EVERY_TOPIC } from '../contracts/topics.ts'
import type { LiveChange } from '../slice/group.ts'

/** A change in the format sent to pages. */
type ChangeFrame = Omit<LiveChange, 'room'> & { readonly version: string; readonly spread?: true }

/** Milliseconds for which changes are remembered. A page that takes longer from its first read to its socket reads everything again. */
const MEMORY_MS = 30_000

export type RecentChanges = ReturnType<typeof createRecentChanges>

/** Remembers recent changes for pages that read before their socket was connected. `now`: monotonic clock in milliseconds. */
export function createRecentChanges(now: () => number) {
  const begun = now()
  /** The latest change of each room and topic, oldest first. */
  const latest = new Map<string, { readonly room: string; readonly change: ChangeFrame; readonly at: number }>()
  let version = '0'

  return {
    note(room: string, change: ChangeFrame): void {
      const at = now()
      version = change.version
      for (const [key, noted] of latest) {
        if (at - noted.at <= MEMORY_MS) break
        latest.delete(key)
      }
      const key = `${room} ${change.topic}`
      latest.delete(key)
      latest.set(key, { room, change, at })
    },
    /** Returns the latest change of each topic of these rooms in the last `ms`; topic `*` if that is longer than the memory. */
    since(rooms: Iterable<string>, ms: number): readonly ChangeFrame[] {
      const from = now() - ms
      if (from < begun || ms > MEMORY_MS) return [{ topic: EVERY_TOPIC, version, spread: true }]
      const own = new Set(rooms)
      const found = new Map<string, ChangeFrame>()
      for (const { room, change, at } of latest.values()) {
        if (at < from || !own.has(room)) continue
        found.delete(change.topic)
        found.set(change.topic, change)
      }
      return [...found.values()]
    },
  }
}
