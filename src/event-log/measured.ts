import { type EventLog, EventLogUnavailable, WrongExpectedRevision } from '../kernel/event-log.ts'
import type { Metrics } from '../kernel/metrics.ts'

/** The log with its appends timed and counted. */
export function withMetrics(log: EventLog, metrics: Pick<Metrics, 'appendSeconds' | 'appendedEvents'>): EventLog {
  return {
    ...log,
    async append(stream, events, expected) {
      const end = metrics.appendSeconds.startTimer()
      try {
        const result = await log.append(stream, events, expected)
        end({ outcome: 'stored' })
        metrics.appendedEvents.inc(events.length)
        return result
      } catch (error) {
        end({ outcome: outcomeOf(error) })
        throw error
      }
    },
    async appendMany(appends) {
      const end = metrics.appendSeconds.startTimer()
      try {
        const outcomes = await log.appendMany(appends)
        end({ outcome: 'stored' })
        metrics.appendedEvents.inc(
          appends.reduce((sum, { events }, index) => sum + (outcomes[index]?.ok ? events.length : 0), 0),
        )
        return outcomes
      } catch (error) {
        end({ outcome: outcomeOf(error) })
        throw error
      }
    },
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof WrongExpectedRevision) return 'conflict'
  return error instanceof EventLogUnavailable ? 'unavailable' : 'failed'
}
