import { END, type EventStoreDBClient, streamNameFilter } from '@eventstore/db-client'
import { pause } from '../../kernel/pause.ts'
import { createSignalHub } from '../signal-hub.ts'
import type { StoreClient } from './client.ts'
import { endSubscription } from './scan.ts'
import { fullName } from './stored.ts'

/** Combines the two signals of each event of this process: one on append, one from the subscription. */
const paceMs = 25
/** Age in milliseconds after which an ended subscription resets the back-off. */
const provenMs = 5_000

/** Signals possible appends of any process while there are subscribers. */
export function createSubscription(store: StoreClient, prefix: string) {
  let listening: AbortController | undefined
  const signals = createSignalHub({
    paceMs,
    first: () => {
      listening = new AbortController()
      void keepSubscribed(AbortSignal.any([listening.signal, store.stopped]))
    },
    last: () => listening?.abort(),
  })

  async function keepSubscribed(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const began = performance.now()
      await store.once((client) => subscribed(client, signal)).catch(() => undefined)
      if (performance.now() - began > provenMs) failures = 0
      await pause(Math.min(25 * 2 ** failures, 2_000) * (0.5 + Math.random()), signal)
    }
  }

  /** Rejects when the subscription ends; resolves when aborted. */
  function subscribed(client: EventStoreDBClient, signal: AbortSignal): Promise<void> {
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({ prefixes: [fullName(prefix, '')], checkpointInterval: 1_000 }),
      credentials: store.credentials,
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    subscription.on('data', signals.notify)
    // Events appended before the confirmation were not signalled.
    subscription.on('confirmation', signals.notify)
    subscription.on('error', reject)
    subscription.on('end', () => reject(new Error('the subscription ended')))
    const stop = () => resolve()
    signal.addEventListener('abort', stop, { once: true })
    return promise.finally(() => {
      signal.removeEventListener('abort', stop)
      subscription.off('data', signals.notify)
      endSubscription(subscription)
    })
  }

  return signals
}
