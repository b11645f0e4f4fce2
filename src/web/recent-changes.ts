import { EVERY_TOPIC } from '../contracts/topics.ts'
import type { LiveChange } from '../slice/group.ts'

/** A change as pages hear of it. */
type ChangeFrame = Omit<LiveChange, 'room'> & { readonly version: string; readonly spread?: true }

/** What is remembered at least, in ms: a page takes less from its first read to its socket, or reads everything again. */
const MEMORY_MS = 30_000

export type RecentChanges = ReturnType<typeof createRecentChanges>

/** What was told lately, for a page that read before its socket stood. `now`: milliseconds that only grow. */
export function createRecentChanges(now: () => number) {
  const begun = now()
  /** The latest change of each room and topic, the oldest first. */
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
    /** The latest change of each topic told to one of the rooms in the last milliseconds; `*` where nobody here remembers that long. */
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
