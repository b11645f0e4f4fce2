import { EVERY_TOPIC } from '../../src/contracts/topics.ts'
import type { LiveChange } from '../../src/slice/group.ts'

/** A message between nodes, stored as a row of `engine.messages`. */
export interface Message {
  readonly changes?: readonly LiveChange[]
  /** The engine's rows were changed by hand (retry, skip, rebuild request): other nodes read them at once. */
  readonly reload?: true
  /** A message of the application, sent with `app.tell_nodes`. */
  readonly broadcast?: unknown
}

/** Merges changes by room and topic. Ids are combined; a change without ids covers the whole topic. */
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

/** A change of every topic for all sockets, sent after a switch or a gap in messages. */
export const everythingChanged: readonly LiveChange[] = [{ room: 'all', topic: EVERY_TOPIC }]
