import type { Position, RecordedEvent } from '../../kernel/event.ts'
import type { EventFilter, ReadPage } from '../../kernel/event-log.ts'
import { matches } from '../append-rules.ts'
import type { StoreClient } from './client.ts'
import type { Head } from './head.ts'
import { later } from './position.ts'
import { collect } from './read-stream.ts'
import type { Scan } from './scan.ts'
import { fullName, toRecorded } from './stored.ts'

/** Bounds of the fetch size, which starts at the requested number and doubles. */
const [smallestFetch, largestFetch] = [100, 4_000]

export function createReading(store: StoreClient, scan: Scan, head: Head, prefix: string) {
  return {
    stream: (stream: string, from: number): Promise<readonly RecordedEvent[]> =>
      store.call(`read of ${stream}`, async (client, deadlineMs) => {
        const read = client.readStream(fullName(prefix, stream), {
          fromRevision: BigInt(from),
          credentials: store.credentials,
          requiresLeader: true,
        })
        return (await collect(read, deadlineMs)).map((event) => toRecorded(event, prefix))
      }),

    async page(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage> {
      let at = after
      // May return an empty page before the end, so that many other events do not exceed the caller's timeout.
      const enough = performance.now() + store.timeoutMs / 2
      for (let size = Math.min(Math.max(max, smallestFetch), largestFetch); ; size = Math.min(size * 2, largestFetch)) {
        const from = head.readFrom(at)
        const scanned = await scan('read of the log', from, size)
        const found = scanned.events.map((event) => toRecorded(event, prefix))
        const events: RecordedEvent[] = []
        let seen = 0
        for (; seen < found.length && events.length < max; seen++) {
          const event = found[seen]
          if (event && matches(event, filter)) events.push(event)
        }
        const last = found[seen - 1]?.position ?? null
        const isWhole = seen === found.length
        const end = scanned.isEnd && isWhole
        head.note(from, last, isWhole ? scanned.reached : last)
        // At the end `next` is an event of the prefix, so that events of other prefixes advance no checkpoint.
        const next = isWhole && !end ? scanned.reached : last
        if (next !== null) at = later(at, next)
        if (events.length > 0 || end || performance.now() > enough) return { events, next: at, end }
      }
    },
  }
}
