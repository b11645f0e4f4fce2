import pg from 'pg'
import { pause } from '../deadline.ts'

interface ListenerOptions {
  readonly url: string
  /** Rings when the log said something, when the connection was lost or is back, and when `poll` saw news. */
  readonly ring: () => void
  /** Only notifications with this payload ring. */
  readonly payload: () => Promise<string>
  /** Notifications of these processes do not ring: their sender has rung already. */
  readonly isOwn: (process: number) => boolean
  /** Resolves true when something is new; the fallback where notifications are lost. */
  readonly poll: () => Promise<boolean>
  readonly pollMs: number
}

/** One connection that listens on `plp_log`, connects again with jittered back-off, and polls in between. Runs until aborted. */
export function listen(options: ListenerOptions, signal: AbortSignal): void {
  void keepListening(options, signal)
  void keepPolling(options, signal)
}

async function keepListening(options: ListenerOptions, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const heard = await listenOnce(options, signal)
    failures = heard ? 0 : failures + 1
    await pause(Math.min(50 * 2 ** failures, 2_000) * (0.5 + Math.random()), signal)
  }
}

/** Listens until the connection ends; true when it had been established. */
async function listenOnce(options: ListenerOptions, signal: AbortSignal): Promise<boolean> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'plp bell',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  })
  const ended = new Promise<void>((resolve) => {
    client.on('end', resolve)
    client.on('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let heard = false
  try {
    const payload = await options.payload()
    await client.connect()
    client.on('notification', (message) => {
      if (message.payload === payload && !options.isOwn(message.processId)) options.ring()
    })
    await client.query('listen plp_log')
    heard = true
    // What was appended before this connection stood has rung nowhere.
    options.ring()
    await ended
  } catch {
    // The store is away; the loop tries again.
  }
  await client.end().catch(() => undefined)
  return heard
}

async function keepPolling(options: ListenerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(options.pollMs, signal)
    if (signal.aborted) return
    const news = await options.poll().catch(() => false)
    if (news) options.ring()
  }
}
