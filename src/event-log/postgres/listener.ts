import pg from 'pg'
import { pause } from '../../kernel/pause.ts'
import { createWakeUp } from '../../kernel/wake-up.ts'

interface ListenerOptions {
  readonly url: string
  /** Called when `poll` finds news, and when the connection is established. */
  readonly notify: () => void
  /** True for server processes of this node's log: their appends were already signalled. */
  readonly isOwn: (process: number) => boolean
  /** Resolves true if there is news. Called on notifications, and periodically in case one is lost. */
  readonly poll: () => Promise<boolean>
  readonly pollMs: number
}

/**
 * Listens on `plp_log` with one connection, reconnects with jittered back-off, and polls. Runs until aborted. Any role may send
 * notifications, so each one only triggers a poll.
 */
export function listen(options: ListenerOptions, signal: AbortSignal): void {
  const poll = async (): Promise<boolean> => {
    const news = await options.poll().catch(() => false)
    if (news) options.notify()
    return news
  }
  const wakeUp = createWakeUp(poll)
  signal.addEventListener('abort', wakeUp.stop, { once: true })
  void keepListening(options, wakeUp.notify, signal)
  void keepPolling(poll, options.pollMs, signal)
}

async function keepListening(options: ListenerOptions, wake: () => void, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const isEstablished = await listenOnce(options, wake, signal)
    failures = isEstablished ? 0 : failures + 1
    await pause(Math.min(50 * 2 ** failures, 2_000) * (0.5 + Math.random()), signal)
  }
}

/** Listens until the connection ends; true when it had been established. */
async function listenOnce(options: ListenerOptions, wake: () => void, signal: AbortSignal): Promise<boolean> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'plp listener',
    connectionTimeoutMillis: 3_000,
    query_timeout: options.pollMs,
    keepAlive: true,
  })
  const ended = new AbortController()
  const end = () => ended.abort()
  client.on('end', end)
  client.on('error', end)
  signal.addEventListener('abort', end)
  let isEstablished = false
  try {
    await client.connect()
    client.on('notification', (message) => {
      if (!options.isOwn(message.processId)) wake()
    })
    await client.query('listen plp_log')
    isEstablished = true
    // Appends before the connection were not signalled.
    options.notify()
    while (!ended.signal.aborted) {
      await pause(options.pollMs, ended.signal)
      // A connection may hang without an error. It is then replaced.
      if (!ended.signal.aborted) await client.query('select')
    }
  } catch {
    // The store is unreachable; the loop retries.
  }
  signal.removeEventListener('abort', end)
  await client.end().catch(() => undefined)
  return isEstablished
}

async function keepPolling(poll: () => Promise<boolean>, pollMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(pollMs, signal)
    if (!signal.aborted) await poll()
  }
}
