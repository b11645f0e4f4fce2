import { LiveTopic } from '../contracts/live.ts'
import type { LiveChange } from '../slice/group.ts'

/** A change as pages hear of it. */
type ChangeFrame = Omit<LiveChange, 'room'> & { readonly version: string }

/** What was told lately, for a page that read before its socket stood. */
export interface RecentChanges {
  note(room: string, change: ChangeFrame): void
  /** The latest change of each topic told to one of the rooms in the last milliseconds; every topic where nobody here remembers that long. */
  since(rooms: Iterable<string>, ms: number): readonly ChangeFrame[]
}

/** What is remembered at least, in ms: a page takes less from its first read to its socket, or reads everything again. */
const MEMORY_MS = 30_000

interface Noted {
  readonly change: ChangeFrame
  readonly at: number
}

type Notes = Map<string, Map<LiveTopic, Noted>>

/** `now`: milliseconds that only grow. */
export function createRecentChanges(now: () => number): RecentChanges {
  const begun = now()
  // Two halves, so that forgetting costs nothing.
  let before: Notes = new Map()
  let latest: Notes = new Map()
  let turnedAt = begun
  let version = '0'

  function turn(at: number): void {
    if (at - turnedAt < MEMORY_MS) return
    before = at - turnedAt < 2 * MEMORY_MS ? latest : new Map()
    latest = new Map()
    turnedAt = at
  }

  return {
    note(room, change) {
      const at = now()
      turn(at)
      version = change.version
      const topics = latest.get(room) ?? new Map<LiveTopic, Noted>()
      latest.set(room, topics.set(change.topic, { change, at }))
    },
    since(rooms, ms) {
      const from = now() - ms
      if (from < begun || ms > MEMORY_MS) return LiveTopic.options.map((topic) => ({ topic, version }))
      const found = new Map<LiveTopic, Noted>()
      for (const room of rooms)
        for (const notes of [before, latest])
          for (const [topic, noted] of notes.get(room) ?? [])
            if (noted.at >= from && noted.at >= (found.get(topic)?.at ?? from)) found.set(topic, noted)
      return [...found.values()].sort((a, b) => a.at - b.at).map(({ change }) => change)
    },
  }
}
