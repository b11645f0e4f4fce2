import type { Wrote } from './command-handler.ts'
import type { Position } from './event.ts'
import type { EventLog } from './event-log.ts'

/** Combines several writes: the last position in the log, and all event types. */
export const latestOf = (all: readonly Wrote[], log: Pick<EventLog, 'compare'>): Wrote => ({
  position: all
    .map(({ position }) => position)
    .reduce<Position | null>((a, b) => (a !== null && (b === null || log.compare(a, b) > 0) ? a : b), null),
  types: [...new Set(all.flatMap(({ types }) => types))],
})
