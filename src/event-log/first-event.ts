import type { Position, RecordedEvent } from '../kernel/event.ts'
import type { EventFilter, EventLog } from '../kernel/event-log.ts'

/** Returns the oldest event that matches a filter, or null. Reads no further. */
export async function firstEvent(log: Pick<EventLog, 'readAll'>, filter: EventFilter): Promise<RecordedEvent | null> {
  let after: Position | null = null
  for (;;) {
    const page = await log.readAll(after, filter, 1)
    const [event] = page.events
    if (event || page.end) return event ?? null
    after = page.next
  }
}
