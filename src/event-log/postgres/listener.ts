import pg from 'pg'
import { pause } from '../../kernel/pause.ts'
import { createWakeUp } from '../../kernel/wake-up.ts'

interface ListenerOptions {
  readonly url: string
  /** Rings when `poll` saw news, and when the connection is there. */
  readonly ring: () => void
  /** Notifications of these processes are no news: their sender has rung already. */
  readonly isOwn: (process: number) => boolean
  /** Resolves true when something is new. Asked when notified, and as the fallback where notifications are lost. */
  readonly poll: () => Promise<boolean>
  readonly pollMs: number
}

/**
 * One connection that listens on `plp_log`, connects again with jittered back-off, and polls in between. Runs until aborted. Any role may
 * notify: a notification only says that the log may be worth a look.
 */
export function listen(options: ListenerOptions, signal: AbortSignal): void {
  const poll = async (): Promise<boolean> => {
    const news = await options.poll().catch(() => false)
    if (news) options.ring()
    return news
  }
  const wakeUp = createWakeUp(poll)
  signal.addEventListener('abort', wakeUp.stop, { once: true })
  void keepListening(options, wakeUp.notify, signal)
  void keepPolling(poll, options.pollMs, signal)
}

async function keepListening(options: ListenerOptions, wake: () => void, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const heard = await listenOnce(options, wake, signal)
    failures = heard ? 0 : failures + 1
    await pause(Math.min(50 * 2 ** failures, 2_000) * (0.5 + Math.random()), signal)
  }
}

/** Listens until the connection ends; true when it had been established. */
async function listenOnce(options: ListenerOptions, wake: () => void, signal: AbortSignal): Promise<boolean> {
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
    await client.connect()
    client.on('notification', (message) => {
      if (!options.isOwn(message.processId)) wake()
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

async function keepPolling(poll: () => Promise<boolean>, pollMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(pollMs, signal)
    if (!signal.aborted) await poll()
  }
}
