import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { isMissingStream } from './faults.ts'
import type { Stored } from './stored.ts'

/** The events of a read, empty for a missing stream. Throws `EventLogUnavailable` after `silentMs` milliseconds without an event. */
export async function collect(read: StreamingRead<ResolvedEvent>, silentMs: number): Promise<Stored[]> {
  const late = () => read.destroy(new EventLogUnavailable(`read: no answer within ${Math.round(silentMs)} ms`))
  const timer = setTimeout(late, silentMs)
  // An error before or after the iteration needs a listener.
  read.on('error', () => undefined)
  const events: Stored[] = []
  try {
    for await (const { event } of read) {
      timer.refresh()
      if (event) events.push(event as Stored)
    }
    return events
  } catch (error) {
    if (isMissingStream(error)) return []
    throw error
  } finally {
    clearTimeout(timer)
    void read.cancel().catch(() => undefined)
  }
}
