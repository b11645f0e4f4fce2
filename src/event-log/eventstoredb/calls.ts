import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { pause, withDeadline } from '../deadline.ts'
import { isMissingStream, isRefusal } from './faults.ts'
import type { Stored } from './stored.ts'

/** How calls to the server are made: tried again while there is time, given up when there is none. */
export interface Calls {
  readonly timeoutMs: number
  /** Set when the log is closed. */
  readonly stopped: AbortSignal
  /** Throws `EventLogUnavailable` once the log is closed. */
  refuseClosed(): void
  /** Tries until the time is over; `work` is told how many milliseconds its own try has, and how many were before it. Throws `EventLogUnavailable`, or what cannot be helped by trying. */
  retried<T>(what: string, work: (deadline: number, tries: number) => Promise<T>): Promise<T>
}

interface CollectOptions {
  /** No more than these are wanted: the server need not look for the end. */
  readonly most: number
  /** Milliseconds without an event after which the read is given up. */
  readonly silentMs: number
  /** Where the events are put as they come. */
  readonly into?: Stored[]
}

export function createCalls(timeoutMs: number, stopped: AbortSignal): Calls {
  const refuseClosed = () => {
    if (stopped.aborted) throw new EventLogUnavailable('the event log is closed')
  }
  return {
    timeoutMs,
    stopped,
    refuseClosed,
    async retried(what, work) {
      refuseClosed()
      const end = performance.now() + timeoutMs
      for (let tries = 0; ; tries++) {
        const left = end - performance.now()
        try {
          // A first try that hangs leaves time for a second one on a new connection.
          return await withDeadline(work(Math.max(1, left * (tries === 0 ? 0.6 : 1)), tries), Math.max(1, left), what)
        } catch (error) {
          if (isRefusal(error)) throw error
          const wait = 20 * 2 ** Math.min(tries, 3) * (0.5 + Math.random())
          if (stopped.aborted || performance.now() + wait >= end) throw new EventLogUnavailable(what, { cause: error })
          await pause(wait, stopped)
        }
      }
    },
  }
}

/** The events of a read, none where there is no such stream. */
export async function collect(
  read: StreamingRead<ResolvedEvent>,
  { most, silentMs, into: events = [] }: CollectOptions,
): Promise<Stored[]> {
  const timer = setTimeout(
    () => read.destroy(new EventLogUnavailable(`read: no answer within ${silentMs} ms`)),
    silentMs,
  )
  // Before it is iterated, and after, an error must not be without a listener.
  read.on('error', () => undefined)
  try {
    for await (const { event } of read) {
      timer.refresh()
      if (event) events.push(event as Stored)
      if (events.length >= most) break
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
