import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'

/** Pure: the data of one version to the data of the next. */
type UpcastStep = (data: unknown) => unknown

/** By event type, the steps in order: the first leads from version 1 to version 2. */
export type UpcastSteps = Readonly<Record<string, readonly UpcastStep[]>>

/** Brings an event to the newest version that this code knows; one that is newer still, of a later release, stays as it is. */
export function createUpcaster(steps: UpcastSteps): (event: RecordedEvent) => RecordedEvent {
  return (event) => {
    const { version } = event.metadata
    const due = steps[event.type]?.slice(version - 1) ?? []
    if (due.length === 0) return event
    const data = due.reduce((older, step) => step(older), event.data)
    return { ...event, data, metadata: { ...event.metadata, version: version + due.length } }
  }
}

/** The log as readers see it: every event in its newest version. Goes around `withPersonalData`, as steps see clear data. */
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
