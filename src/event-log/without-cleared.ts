import type { Clearings } from '../kernel/clearings.ts'
import type { EventLog } from '../kernel/event-log.ts'

/** The log as readers see it: without what a clear has taken back. The events of a stream keep their revisions. */
export function withoutCleared(log: EventLog, clearings: Pick<Clearings, 'ready' | 'hides'>): EventLog {
  return {
    ...log,
    async readStream(...call) {
      await clearings.ready()
      return (await log.readStream(...call)).filter((event) => !clearings.hides(event))
    },
    async readAll(after, filter, max) {
      await clearings.ready()
      const page = await log.readAll(after, filter, max)
      return { ...page, events: page.events.filter((event) => !clearings.hides(event)) }
    },
  }
}
