import type { Handled } from '../kernel/command-handler.ts'
import type { Event, Position } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'

/** What an answer waits for: the position of the last event and the types of all. */
export interface Wrote {
  readonly position: Position
  readonly types: readonly string[]
}

/** What a command has written; undefined where it was refused or nothing changed. */
export function wroteOf(handled: Handled<Event, unknown, string>): Wrote | undefined {
  if (!handled.ok || handled.position === null || handled.events.length === 0) return undefined
  return { position: handled.position, types: handled.events.map((event) => event.type) }
}

/** Of several writes the one that stands last in the log. */
export function latestOf(all: readonly (Wrote | undefined)[], log: Pick<EventLog, 'compare'>): Wrote | undefined {
  const there = all.filter((wrote) => wrote !== undefined)
  if (there.length === 0) return undefined
  return {
    position: there.map((wrote) => wrote.position).reduce((a, b) => (log.compare(a, b) < 0 ? b : a)),
    types: [...new Set(there.flatMap((wrote) => wrote.types))],
  }
}
