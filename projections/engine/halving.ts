import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { CheckpointMoved, isTransient } from './faults.ts'

/**
 * Applies events in order. A batch that fails by its own doing is halved until the one event is found that fails alone;
 * `onPoison` then says whether to go on behind it. Faults of a store and lost races are thrown on. True when all are through.
 */
export async function applyHalving(
  events: readonly RecordedEvent[],
  to: Position,
  apply: (events: readonly RecordedEvent[], to: Position) => Promise<void>,
  onPoison: (event: RecordedEvent, error: unknown, to: Position) => Promise<boolean>,
): Promise<boolean> {
  let index = 0
  let size = events.length
  while (index < events.length) {
    const batch = events.slice(index, index + size)
    const last = batch.at(-1)!
    const end = index + batch.length === events.length ? to : last.position
    try {
      await apply(batch, end)
      size *= 2
    } catch (error) {
      if (error instanceof CheckpointMoved || isTransient(error)) throw error
      if (batch.length > 1) {
        size = Math.ceil(batch.length / 2)
        continue
      }
      if (!(await onPoison(last, error, end))) return false
    }
    index += batch.length
  }
  return true
}
