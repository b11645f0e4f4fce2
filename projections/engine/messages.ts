import { EVERY_TOPIC } from '../../src/contracts/topics.ts'
import type { LiveChange } from '../../src/slice/group.ts'

/** What a node tells the others, as a row of `engine.messages`. */
export interface Message {
  readonly changes?: readonly LiveChange[]
  /** Rows of the engine were changed by hand (retry, skip, a rebuild asked for): look at them now. */
  readonly reload?: true
  /** Of the application, which gave it to `broadcast`. */
  readonly broadcast?: unknown
}

/** One change for each room and topic; ids are joined, and a change without ids stands for all of them. */
export function mergeChanges(changes: readonly LiveChange[]): readonly LiveChange[] {
  const merged = new Map<string, { room: string; topic: string; ids: Set<number> | null }>()
  for (const { room, topic, ids } of changes) {
    const key = `${topic} ${room}`
    const known = merged.get(key)
    if (!known) merged.set(key, { room, topic, ids: ids ? new Set(ids) : null })
    else if (!ids) known.ids = null
    else if (known.ids) for (const id of ids) known.ids.add(id)
  }
  return [...merged.values()].map(({ room, topic, ids }) => (ids ? { room, topic, ids: [...ids] } : { room, topic }))
}

/** Every topic for everyone: after a switch or a gap nobody knows what an open page has missed. */
export const everythingChanged: readonly LiveChange[] = [{ room: 'all', topic: EVERY_TOPIC }]
