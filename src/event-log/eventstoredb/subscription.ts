import type { Position } from '../../kernel/event.ts'
import { type Bells, createBells } from '../bells.ts'
import { pause } from '../deadline.ts'
import type { StoreClient } from './client.ts'
import type { Head } from './head.ts'

interface SubscriptionOptions {
  readonly prefix: string
  /** Milliseconds between looks at the head, for a subscription that fell silent. */
  readonly pollMs: number
  /** Set when the log is closed. */
  readonly stopped: AbortSignal
}

/**
 * Each event rings, those of this process twice: as stored and as told by the subscription. Who has stored one reads on without
 * the bell; the others read some more events at once.
 */
const paceMs = 25

/** Bells that ring for what may have been appended, by us or by others, while somebody listens. */
export function createSubscription(
  store: StoreClient,
  head: Head,
  { prefix, pollMs, stopped }: SubscriptionOptions,
): Bells {
  let listening: AbortController | undefined
  const bells = createBells({
    paceMs,
    first: () => {
      listening = new AbortController()
      const signal = AbortSignal.any([listening.signal, stopped])
      void keepSubscribed(signal)
      void keepPolling(signal)
    },
    last: () => listening?.abort(),
  })

  /** The subscription carries nothing; it rings. Every way it ends has one answer: subscribe again. */
  async function keepSubscribed(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const began = performance.now()
      const confirmed = await subscribeOnce(signal)
      // One that stood for a while failed for a reason of its own.
      failures = confirmed && performance.now() - began > 5_000 ? 0 : failures + 1
      await pause(Math.min(25 * 2 ** failures, 2_000) * (0.5 + Math.random()), signal)
    }
  }

  function subscribeOnce(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let confirmed = false
      const subscription = store.subscribe(prefix)
      let over = false
      const done = () => {
        if (over) return
        over = true
        signal.removeEventListener('abort', done)
        subscription.off('data', bells.ring)
        void subscription.unsubscribe().catch(() => undefined)
        subscription.destroy()
        resolve(confirmed)
      }
      subscription.on('data', bells.ring)
      subscription.on('confirmation', () => {
        confirmed = true
        // What was appended before the subscription stood has rung nowhere.
        bells.ring()
      })
      subscription.on('error', done)
      subscription.on('end', done)
      subscription.on('close', done)
      signal.addEventListener('abort', done, { once: true })
    })
  }

  async function keepPolling(signal: AbortSignal): Promise<void> {
    let seen: Position | null | undefined
    while (!signal.aborted) {
      await pause(pollMs, signal)
      if (signal.aborted) return
      const newest = await head.find().catch(() => seen)
      if (newest !== seen) bells.ring()
      seen = newest
    }
  }

  return bells
}
