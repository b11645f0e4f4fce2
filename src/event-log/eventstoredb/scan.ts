import { type AllStreamSubscription, START, streamNameFilter } from '@eventstore/db-client'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { onTimeout } from '../../kernel/timeout.ts'
import type { StoreClient } from './client.ts'
import { type AllPosition, fromPosition, later, toPosition } from './position.ts'
import { fullName, type Stored } from './stored.ts'

interface Scanned {
  readonly events: readonly Stored[]
  /** Position up to which no event of the prefix is missing. */
  readonly reached: Position | null
  /** The log had no further event. */
  readonly isEnd: boolean
}

/**
 * Reads at most `most` events of a prefix from `$all` after a position, for at most half a timeout. The server filters by prefix. The
 * client supports filters for subscriptions only, so each scan opens and ends one. Throws `EventLogUnavailable`.
 */
export type Scan = (what: string, after: Position | null, most: number) => Promise<Scanned>

/** Most events that the server searches between two checkpoints. */
const searchWindow = 4_096

export const createScan =
  (store: StoreClient, prefix: string): Scan =>
  (what, after, most) =>
    store.call(what, (client) => {
      let checkpoint: AllPosition | undefined
      const subscription = client.subscribeToAll({
        fromPosition: after === null ? START : fromPosition(after),
        filter: streamNameFilter({
          prefixes: [fullName(prefix, '')],
          maxSearchWindow: searchWindow,
          checkpointInterval: 1,
          checkpointReached(_, position) {
            checkpoint = position
          },
        }),
        credentials: store.credentials,
        requiresLeader: true,
      })
      return collect(subscription, most, store.timeoutMs / 2, (events) => {
        // The checkpoint may be after events that were not read.
        const positions = [events.at(-1)?.position, events.length < most ? checkpoint : undefined]
        return positions.reduce<Position | null>((at, each) => (each ? later(at, toPosition(each)) : at), after)
      })
    })

/** `reachedBy` is called when the last event has been received. */
function collect(
  subscription: AllStreamSubscription,
  most: number,
  ms: number,
  reachedBy: (events: readonly Stored[]) => Position | null,
): Promise<Scanned> {
  return new Promise((resolve, reject) => {
    const events: Stored[] = []
    let hasReceived = false
    let drain: NodeJS.Immediate | undefined
    const cancelTimer = onTimeout(ms, () => (hasReceived ? settle(false) : fail(new EventLogUnavailable('no answer'))))
    const release = () => {
      cancelTimer()
      clearImmediate(drain)
      subscription.off('data', take)
      endSubscription(subscription)
    }
    const fail = (error: Error) => {
      release()
      reject(error)
    }
    /** Checkpoints and the end are emitted before the preceding events, so buffered events are read first. */
    const settle = (isEnd: boolean) => {
      clearImmediate(drain)
      if (subscription.readableLength > 0 && events.length < most) {
        drain = setImmediate(settle, isEnd)
        return
      }
      resolve({ events, isEnd: isEnd && subscription.readableLength === 0, reached: reachedBy(events) })
      release()
    }
    const take = ({ event }: { event?: unknown }) => {
      hasReceived = true
      if (event) events.push(event as Stored)
      if (events.length >= most) settle(false)
    }
    subscription.on('data', take)
    subscription.on('confirmation', () => {
      hasReceived = true
    })
    subscription.on('caughtUp', () => settle(true))
    subscription.on('error', fail)
    subscription.on('end', () => fail(new EventLogUnavailable('the event store ended a subscription')))
  })
}

/** Ends a subscription. Keeps an error listener, because an unhandled error would end the process. */
export function endSubscription(subscription: AllStreamSubscription): void {
  subscription.on('error', () => undefined)
  void subscription.unsubscribe().catch(() => undefined)
  subscription.destroy()
}
