import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { CheckpointMoved, isTransient } from './faults.ts'

/**
 * Applies events in order. A failed batch is halved until a single event fails; `onPoison` then decides whether to continue after it.
 * Rethrows store faults and `CheckpointMoved`. Returns true when all events are processed.
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
