import type { EventStoreDBClient } from '@eventstore/db-client'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { pause } from '../../kernel/pause.ts'
import { orTimeout, orUnavailable } from '../../kernel/timeout.ts'
import { parseConnection } from './connection.ts'
import { adviceOf, isConnectionLost, isLate, isRefusal } from './faults.ts'

/** Mean time between two connections, in milliseconds; varied randomly by half. */
const reconnectMs = 200
/** Milliseconds without any answer after which a connection is abandoned. The client cannot close it; it idles out after 30 minutes. */
const silentMs = 4_000

export type StoreClient = ReturnType<typeof openClient>

/** Opens a client whose calls are retried until a timeout. Throws `TypeError` for an unusable address. */
export function openClient(url: string, timeoutMs: number) {
  const { credentials, open } = parseConnection(url)
  const stop = new AbortController()
  let connections = 0
  let openedAt = 0
  let hasAnswered = false
  let current = Promise.resolve(connect())

  function connect(): EventStoreDBClient {
    openedAt = performance.now()
    hasAnswered = false
    return open(connections++ % 100)
  }

  /**
   * Replaces the client after a lost connection. Otherwise it would search for another server in the background, with unhandled
   * rejections.
   */
  function replace(lost: Promise<EventStoreDBClient>): void {
    if (lost !== current) return
    const wait = Math.max(0, openedAt + reconnectMs * (0.5 + Math.random()) - performance.now())
    current = pause(wait, stop.signal)
      .then(connect)
      .catch(() => lost)
  }

  /** One attempt without a deadline. */
  async function once<T>(work: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    const used = current
    const client = await used
    if (stop.signal.aborted) throw new EventLogUnavailable('the event log is closed')
    try {
      const result = await work(client)
      hasAnswered = true
      return result
    } catch (error) {
      // The client waits 20 s for a connection that is accepted and never served, and another server may be the leader.
      const isSilent = !hasAnswered && isLate(error) && performance.now() - openedAt > silentMs
      if (isConnectionLost(error) || isSilent) replace(used)
      throw error
    }
  }

  return {
    /** For every call; see `parseConnection`. */
    credentials,
    /** Timeout of a call including retries, in milliseconds. */
    timeoutMs,
    /** Aborted when the log is closed. */
    stopped: stop.signal,
    once,
    /** Retries until the timeout. `work` receives the milliseconds of its attempt. Throws `EventLogUnavailable`, or a permanent error. */
    async call<T>(what: string, work: (client: EventStoreDBClient, deadlineMs: number) => Promise<T>): Promise<T> {
      const end = performance.now() + timeoutMs
      let advice: string | undefined
      for (let tries = 0; ; tries++) {
        const left = Math.max(1, end - performance.now())
        // A first attempt that hangs leaves time for a second one, on a new connection.
        const deadline = tries === 0 ? 0.6 * left : left
        try {
          return await orUnavailable(
            once((client) => work(client, deadline)),
            left,
            what,
          )
        } catch (error) {
          if (isRefusal(error)) throw error
          // Keeps the first advice: the last attempt may have had no time for an answer.
          advice ??= adviceOf(error)
          const wait = 20 * 2 ** Math.min(tries, 3) * (0.5 + Math.random())
          if (stop.signal.aborted || performance.now() + wait >= end)
            throw new EventLogUnavailable(advice ? `${what}: ${advice}` : what, { cause: error, advice })
          await pause(wait, stop.signal)
        }
      }
    },
    async close(): Promise<void> {
      stop.abort()
      const disposed = current.then((client) => client.dispose())
      await orTimeout(disposed, 500, () => undefined)
    },
  }
}
