import type { Position, RecordedEvent } from '../../kernel/event.ts'
import type { EventFilter, ReadPage } from '../../kernel/event-log.ts'
import { comparePositions } from '../counted-position.ts'
import { within } from '../deadline.ts'
import { type Calls, collect } from './calls.ts'
import type { StoreClient } from './client.ts'
import type { Head } from './head.ts'
import { toPosition } from './position.ts'
import type { RunningScan, Scan, Scans } from './scans.ts'
import { fullName, isOurs, matches, type Stored, toRecorded } from './stored.ts'

interface Fetched {
  readonly events: readonly Stored[]
  /** The log held nothing more when this call began. */
  readonly reachesEnd: boolean
}

/** Events fetched at once: at first as many as are asked for, then more. */
const [smallestFetch, largestFetch] = [100, 4_000]
/** Reads that went on without their callers and wait to be taken up; about as many as there are readers of a log. */
const mostLeft = 16

interface Reading {
  stream(stream: string, from: number, max: number): Promise<readonly RecordedEvent[]>
  page(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage>
}

export function createReading(store: StoreClient, calls: Calls, scans: Scans, head: Head, prefix: string): Reading {
  const { client, credentials } = store
  const rare = createRareTypes()
  const leftRunning = new Map<string, RunningScan>()

  /** What has come of a scan after so many milliseconds; where nothing has, the next call takes it up. Throws where the server does not answer at all. */
  async function fetch(scan: Scan, at: Position | null, ms: number): Promise<Fetched> {
    const key = JSON.stringify(scan)
    const left = leftRunning.get(key)
    leftRunning.delete(key)
    const running = left ?? scans(scan)
    const whole = await within(running.whole, ms)
    // What was begun by an earlier call knows nothing of the end now.
    if (whole) return { events: whole, reachesEnd: !left && whole.length < scan.most }
    const events = [...running.events]
    if (events.some((event) => isAfter(event, at))) running.stop()
    else {
      leave(key, running)
      await head.answers()
    }
    return { events, reachesEnd: false }
  }

  function leave(key: string, running: RunningScan): void {
    leftRunning.set(key, running)
    running.whole.catch(() => leftRunning.get(key) === running && leftRunning.delete(key))
    const [oldest] = leftRunning
    if (oldest === undefined || leftRunning.size <= mostLeft) return
    leftRunning.delete(oldest[0])
    oldest[1].stop()
  }

  async function page(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage> {
    let at = after
    // A page may come back empty before the end: a long stretch of other events must not cost a call its time.
    const enough = performance.now() + calls.timeoutMs / 2
    for (let size = Math.min(Math.max(max, smallestFetch), largestFetch); ; size = Math.min(size * 2, largestFetch)) {
      const types = rare.of(filter)
      // Asked before the read: that comes to its end behind it, whatever of ours it leaves out.
      const newest = types ? await head.find() : null
      const from = head.readFrom(at)
      // `from` is included: the first event may be the one that was handled last.
      const filtered = types ? { types } : { streams: [fullName(prefix, '')] }
      const scan: Scan = { filter: filtered, direction: 'forwards', from, most: size + 1 }
      const fetched = await fetch(scan, at, Math.max(1, enough - performance.now()))
      const fresh = fetched.events.filter((event) => isOurs(event, prefix) && isAfter(event, at))
      const events: RecordedEvent[] = []
      let seen = 0
      for (; seen < fresh.length && events.length < max; seen++) {
        const recorded = toRecorded(fresh[seen] as Stored, prefix)
        if (matches(recorded, filter)) events.push(recorded)
      }
      const last = fresh[seen - 1]?.position
      if (last) at = toPosition(last)
      const end = fetched.reachesEnd && seen === fresh.length
      if (types) rare.foundBy(types, fetched.events.length, fresh.length)
      else {
        head.noted(from, at)
        rare.foundAmong(filter, seen, events.length)
      }
      if (end && newest !== null && (at === null || comparePositions(at, newest) < 0)) at = newest
      if (events.length > 0 || end || performance.now() > enough) return { events, next: at, end }
    }
  }

  return {
    stream: (stream, from, max) =>
      calls.retried(`read of ${stream}`, async () => {
        const read = client.readStream(fullName(prefix, stream), {
          fromRevision: BigInt(from),
          ...(Number.isFinite(max) ? { maxCount: max } : {}),
          credentials,
          requiresLeader: true,
        })
        const found = await collect(read, { most: max, silentMs: calls.timeoutMs })
        return found.map((event) => toRecorded(event, prefix))
      }),
    page: (after, filter, max) => calls.retried('read of the log', () => page(after, filter, max)),
  }
}

const isAfter = ({ position }: Stored, at: Position | null): boolean =>
  position !== undefined && (at === null || comparePositions(at, toPosition(position)) < 0)

/** From this many events on a share says something. */
const enoughEvents = 500

/**
 * The server filters by the names of streams or by types, not by both: by our streams, and by types where these were few
 * among ours, as when the tables of a small read model are computed anew.
 */
function createRareTypes() {
  const known = new Map<string, 'rare' | 'of others too'>()
  const keyOf = (types: readonly string[]) => types.join()
  return {
    /** The types to ask the server for; undefined where it is to be asked for all of ours. */
    of: ({ types }: EventFilter): readonly string[] | undefined =>
      types && types.length > 0 && known.get(keyOf(types)) === 'rare' ? types : undefined,
    foundAmong({ types }: EventFilter, seen: number, matching: number): void {
      if (types && seen >= enoughEvents && matching * 8 < seen && !known.has(keyOf(types)))
        known.set(keyOf(types), 'rare')
    },
    foundBy(types: readonly string[], fetched: number, ours: number): void {
      if (fetched >= enoughEvents && ours * 2 < fetched) known.set(keyOf(types), 'of others too')
    },
  }
}
