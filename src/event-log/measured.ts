import { type EventLog, EventLogUnavailable, WrongExpectedRevision } from '../kernel/event-log.ts'
import type { Metrics } from '../kernel/metrics.ts'

/** Measures the duration and number of appends. */
export function withMetrics(log: EventLog, metrics: Pick<Metrics, 'appendSeconds' | 'appendedEvents'>): EventLog {
  async function timed<T>(work: Promise<T>): Promise<T> {
    const end = metrics.appendSeconds.startTimer()
    try {
      const result = await work
      end({ outcome: 'stored' })
      return result
    } catch (error) {
      end({ outcome: outcomeOf(error) })
      throw error
    }
  }
  return {
    ...log,
    async append(stream, events, expected) {
      const result = await timed(log.append(stream, events, expected))
      metrics.appendedEvents.inc(events.length)
      return result
    },
    async appendMany(appends) {
      const outcomes = await timed(log.appendMany(appends))
      metrics.appendedEvents.inc(
        appends.reduce((sum, { events }, index) => sum + (outcomes[index]?.ok ? events.length : 0), 0),
      )
      return outcomes
    },
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof WrongExpectedRevision) return 'conflict'
  return error instanceof EventLogUnavailable ? 'unavailable' : 'failed'
}
