import type { Upcaster } from '../kernel/declared-events.ts'
import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'

/** Upcasts events to the current version. Events of later releases are unchanged. */
export function createUpcaster(
  steps: Readonly<Record<string, readonly Upcaster[]>>,
): (event: RecordedEvent) => RecordedEvent {
  return (event) => {
    const { version } = event.metadata
    const due = steps[event.type]?.slice(version - 1) ?? []
    if (due.length === 0) return event
    const data = due.reduce((older, step) => step(older), event.data)
    return { ...event, data, metadata: { ...event.metadata, version: version + due.length } }
  }
}

/** The log with all events upcast. Wraps `withPersonalData`, because upcasters need decrypted data. */
export function withUpcasting(log: EventLog, upcast: (event: RecordedEvent) => RecordedEvent): EventLog {
  return {
    ...log,
    async readStream(...call) {
      return (await log.readStream(...call)).map(upcast)
    },
    async readAll(after, filter, max) {
      const page = await log.readAll(after, filter, max)
      return { ...page, events: page.events.map(upcast) }
    },
  }
}
