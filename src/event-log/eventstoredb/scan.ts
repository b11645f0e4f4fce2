import { type AllStreamSubscription, START, streamNameFilter } from '@eventstore/db-client'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { whenLate } from '../../kernel/late.ts'
import type { StoreClient } from './client.ts'
import { type AllPosition, fromPosition, later, toPosition } from './position.ts'
import { fullName, type Stored } from './stored.ts'

export interface Scanned {
  readonly events: readonly Stored[]
  /** Up to here no event of the prefix is missing. */
  readonly reached: Position | null
  /** The log held nothing more. */
  readonly isEnd: boolean
}

/**
 * Reads events of a prefix from `$all` after a position, at most `most`, and no longer than half a timeout. The server leaves out all
 * others. The client offers that for subscriptions only, so one is opened and ended again. Throws `EventLogUnavailable`.
 */
export type Scan = (what: string, after: Position | null, most: number) => Promise<Scanned>

/** Events that the server looks at between two checkpoints. */
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
        // A checkpoint may lie behind events that were not waited for.
        const places = [events.at(-1)?.position, events.length < most ? checkpoint : undefined]
        return places.reduce<Position | null>((at, each) => (each ? later(at, toPosition(each)) : at), after)
      })
    })

/** `reachedBy` is asked at the moment in which the last event has been received. */
function collect(
  subscription: AllStreamSubscription,
  most: number,
  ms: number,
  reachedBy: (events: readonly Stored[]) => Position | null,
): Promise<Scanned> {
  return new Promise((resolve, reject) => {
    const events: Stored[] = []
    let isHeard = false
    let drain: NodeJS.Immediate | undefined
    const cancelTimer = whenLate(ms, () => (isHeard ? settle(false) : fail(new EventLogUnavailable('no answer'))))
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
    /** Checkpoints and the end are announced before the events that precede them have been given out. */
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
      isHeard = true
      if (event) events.push(event as Stored)
      if (events.length >= most) settle(false)
    }
    subscription.on('data', take)
    subscription.on('confirmation', () => {
      isHeard = true
    })
    subscription.on('caughtUp', () => settle(true))
    subscription.on('error', fail)
    subscription.on('end', () => fail(new EventLogUnavailable('the event store ended a subscription')))
  })
}

/** Its errors are listened to until the end: one without a listener would end the process. */
export function endSubscription(subscription: AllStreamSubscription): void {
  subscription.on('error', () => undefined)
  void subscription.unsubscribe().catch(() => undefined)
  subscription.destroy()
}
