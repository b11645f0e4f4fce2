import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  type JSONType,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  START,
  type StreamingRead,
  streamNameFilter,
} from '@eventstore/db-client'
import type { EventMetadata, NewEvent, Position, RecordedEvent } from '../../kernel/event.ts'
import { checkAppend, checkPrefix } from '../append-rules.ts'
import { createBells } from '../bells.ts'
import { comparePositions } from '../counted-position.ts'
import { pause, withDeadline } from '../deadline.ts'
import {
  type Append,
  type AppendOutcome,
  type AppendResult,
  type EventFilter,
  type EventLog,
  EventLogUnavailable,
  type ExpectedRevision,
  type ReadPage,
  WrongExpectedRevision,
} from '../port.ts'
import { parseConnection } from './connection.ts'
import { type AllPosition, fromPosition, toPosition } from './position.ts'
import { ignoreStrayRejections } from './stray-rejections.ts'

export interface EventStoreDbLogOptions {
  /** `esdb://…` or `kurrentdb://…`; with TLS it names user and password. */
  readonly url: string
  /** Streams are called `{prefix}.{stream}`; readers see no others. */
  readonly prefix: string
  /** Milliseconds after which a call throws `EventLogUnavailable`; 2,500 when left out. */
  readonly timeoutMs?: number
  /** Milliseconds between looks at the head, for a subscription that fell silent; 2,000 when left out. */
  readonly pollMs?: number
}

/** Most bytes of one append, the server's own limit. */
const maxAppendBytes = 1_048_576
/** Appends of `appendMany` on their way side by side; the server takes 100 calls a connection. */
const writers = 64
/** Most appends on their way; beyond it callers are refused at once. */
const maxWaiting = 20_000
/** Events fetched at once, other prefixes included: at first as many as are asked for, then more. */
const [smallestFetch, largestFetch] = [100, 4_000]

/** The event log in EventStoreDB or KurrentDB. Never appends with `any`: with an exact revision or `no_stream` the same ids are stored once. */
export function createEventStoreDbLog(options: EventStoreDbLogOptions): EventLog {
  const { prefix, timeoutMs = 2_500, pollMs = 2_000 } = options
  checkPrefix(prefix)
  const { url, credentials } = parseConnection(options.url)
  const client = EventStoreDBClient.connectionString(url)
  closeGently(client)
  const stop = new AbortController()
  const letGo = ignoreStrayRejections()
  const full = (stream: string) => `${prefix}.${stream}`
  let waiting = 0

  let listening: AbortController | undefined
  const bells = createBells({
    first: () => {
      listening = new AbortController()
      const signal = AbortSignal.any([listening.signal, stop.signal])
      void keepSubscribed(signal)
      void keepPolling(signal)
    },
    last: () => listening?.abort(),
  })

  async function appendOnce(append: Append, deadline: number): Promise<AppendOutcome> {
    const { stream, events, expected } = append
    const call = client.appendToStream(
      full(stream),
      events.map(({ id, type, data, metadata }) =>
        jsonEvent({ id, type, data: data as JSONType, metadata: { ...metadata } }),
      ),
      {
        expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
        credentials,
        deadline,
        requiresLeader: true,
      },
    )
    try {
      const result = await withDeadline(call, deadline + 100, `append to ${stream}`)
      const revision = Number(result.nextExpectedRevision)
      if (!result.success) return { ok: false, actual: revision < 0 ? 'no_stream' : revision }
      // The position of a longer append is looked up at its last event.
      const known = events.length === 1 && isPlace(result.position) ? toPosition(result.position) : undefined
      return { ok: true, revision, position: known ?? (await positionOf(stream, revision)) }
    } catch (error) {
      const actual = actualRevision(error)
      if (actual !== undefined) return { ok: false, actual }
      throw error
    }
  }

  async function positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await collect(
      client.readStream(full(stream), {
        fromRevision: BigInt(revision),
        maxCount: 1,
        credentials,
        requiresLeader: true,
      }),
    )
    if (!event) throw new EventLogUnavailable(`append to ${stream}: stored, but not to be read yet`)
    return toRecorded(event).position
  }

  /** An unknown outcome is tried again with the same ids until the time is over. */
  async function submit(append: Append): Promise<AppendOutcome> {
    if (stop.signal.aborted) throw new EventLogUnavailable('the event log is closed')
    if (waiting >= maxWaiting) throw new EventLogUnavailable('too many appends are waiting')
    waiting++
    try {
      const outcome = await retried(`append to ${append.stream}`, (deadline) => appendOnce(append, deadline))
      if (outcome.ok) bells.ring()
      return outcome
    } finally {
      waiting--
    }
  }

  async function retried<T>(what: string, work: (deadline: number) => Promise<T>): Promise<T> {
    const end = performance.now() + timeoutMs
    for (let tries = 0; ; tries++) {
      const left = end - performance.now()
      try {
        // A first try that hangs leaves time for a second one on a new connection.
        return await withDeadline(work(Math.max(1, left * (tries === 0 ? 0.6 : 1))), Math.max(1, left), what)
      } catch (error) {
        if (isRefusal(error)) throw error
        const wait = 20 * 2 ** Math.min(tries, 3) * (0.5 + Math.random())
        if (stop.signal.aborted || performance.now() + wait >= end)
          throw new EventLogUnavailable(what, { cause: error })
        await pause(wait, stop.signal)
      }
    }
  }

  /** All events of a read; the read is given up when the log is closed or no event comes for too long: a large page may take its time. */
  async function collect(read: StreamingRead<ResolvedEvent>): Promise<Stored[]> {
    const events: Stored[] = []
    const timer = setTimeout(
      () => read.destroy(new EventLogUnavailable(`read: no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    // Before it is iterated, and after, an error must not be without a listener.
    read.on('error', () => undefined)
    try {
      for await (const { event } of read) {
        timer.refresh()
        if (event) events.push(event as Stored)
      }
      return events
    } catch (error) {
      if (isMissingStream(error)) return []
      throw error
    } finally {
      clearTimeout(timer)
      void read.cancel().catch(() => undefined)
    }
  }

  const toRecorded = (event: Stored): RecordedEvent => ({
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: event.metadata as EventMetadata,
    stream: event.streamId.slice(prefix.length + 1),
    revision: Number(event.revision),
    position: toPosition(placeOf(event)),
    recordedAt: event.created.toISOString(),
  })

  const readForwards = (after: Position | null, count: number) =>
    collect(
      client.readAll({
        direction: FORWARDS,
        fromPosition: after ? fromPosition(after) : START,
        maxCount: count,
        credentials,
        requiresLeader: true,
      }),
    )

  async function readPage(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage> {
    let at = after
    // A page may come back empty before the end: a long stretch of other prefixes must not cost a call its time.
    const enough = performance.now() + timeoutMs / 2
    for (let size = Math.min(Math.max(max, smallestFetch), largestFetch); ; size = Math.min(size * 2, largestFetch)) {
      // `fromPosition` is inclusive: the first event is the one that was handled last.
      const fetched = await readForwards(at, size + 1)
      const from = at
      const fresh = fetched.filter(
        ({ position }) => position && (from === null || comparePositions(from, toPosition(position)) < 0),
      )
      const events: RecordedEvent[] = []
      let seen = 0
      for (; seen < fresh.length && events.length < max; seen++) {
        const event = fresh[seen] as Stored
        if (!isOurs(event, prefix)) continue
        const recorded = toRecorded(event)
        if (matches(recorded, filter)) events.push(recorded)
      }
      const last = fresh[seen - 1]?.position
      if (last) at = toPosition(last)
      const end = fetched.length <= size && seen === fresh.length
      if (events.length > 0 || end || performance.now() > enough) return { events, next: at, end }
    }
  }

  /** Backwards from the end, past the events of other prefixes; each page has the time of a call. */
  async function findHead(): Promise<Position | null> {
    let size = smallestFetch
    for (let from: Position | null = null; ; size = Math.min(size * 2, largestFetch)) {
      const fromPlace = from ? fromPosition(from) : END
      const fetched = await read('head of the log', () =>
        collect(
          client.readAll({
            direction: BACKWARDS,
            fromPosition: fromPlace,
            maxCount: size,
            credentials,
            requiresLeader: true,
          }),
        ),
      )
      const newest = fetched.find((event) => isOurs(event, prefix))
      if (newest) return toRecorded(newest).position
      const last = fetched.at(-1)?.position
      if (fetched.length < size || !last) return null
      from = toPosition(last)
    }
  }

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
      const subscription = client.subscribeToAll({
        fromPosition: END,
        filter: streamNameFilter({ prefixes: [full('')], checkpointInterval: 1_000 }),
        credentials,
      })
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
      const newest = await newestOfAll().catch(() => seen)
      if (newest !== seen) bells.ring()
      seen = newest
    }
  }

  async function newestOfAll(): Promise<Position | null> {
    const [event] = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, credentials }))
    return event?.position ? toPosition(event.position) : null
  }

  async function read<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (stop.signal.aborted) throw new EventLogUnavailable('the event log is closed')
    return retried(what, work)
  }

  /** Writing works when a revision that cannot be is refused as such: a probe that stores nothing. */
  async function probe(): Promise<void> {
    const event = { id: '00000000-0000-4000-8000-000000000000', type: 'Probe', data: {}, metadata: {} as EventMetadata }
    const outcome = await submit({ stream: 'probe', events: [event], expected: 2 ** 40 })
    if (outcome.ok) throw new EventLogUnavailable('the event store took an append at an impossible revision')
    await read('head of the log', newestOfAll)
  }

  return {
    async append(stream, events, expected): Promise<AppendResult> {
      checkAppend(stream, events, expected)
      checkSize(stream, events)
      const outcome = await submit({ stream, events, expected })
      if (!outcome.ok) throw new WrongExpectedRevision(stream, expected, outcome.actual)
      return { revision: outcome.revision, position: outcome.position }
    },
    async appendMany(appends) {
      for (const { stream, events, expected } of appends) {
        checkAppend(stream, events, expected)
        checkSize(stream, events)
      }
      return submitAll(appends, submit)
    },
    readStream: (stream, from = 0) =>
      read(`read of ${stream}`, async () =>
        (
          await collect(
            client.readStream(full(stream), { fromRevision: BigInt(from), credentials, requiresLeader: true }),
          )
        ).map(toRecorded),
      ),
    readAll: (after, filter, max) => read('read of the log', () => readPage(after, filter, max)),
    subscribe: (bell, signal) => bells.add(bell, signal),
    head: findHead,
    compare: comparePositions,
    ready: probe,
    async close() {
      if (stop.signal.aborted) return
      stop.abort()
      await Promise.race([client.dispose(), pause(500)])
      await closeChannel(client)
      letGo()
    },
  }
}

interface Stored {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly metadata: unknown
  readonly streamId: string
  readonly revision: bigint
  readonly created: Date
  readonly position?: AllPosition
}

/** The server's way to say that it does not know is the highest number, or none. */
const isPlace = (position: AllPosition | undefined): position is AllPosition =>
  position !== undefined && position.commit > 0n && position.commit < 2n ** 63n

/** Where an event stands in `$all`; servers before 22.6 do not tell it for events of a stream. */
function placeOf({ id, position }: Stored): AllPosition {
  if (!position || position.commit >= 2n ** 63n)
    throw new TypeError(`event ${id} has no position: EventStoreDB 22.6 or later is needed`)
  return position
}

const isOurs = (event: Stored, prefix: string): boolean => event.streamId.startsWith(`${prefix}.`)

function matches(event: RecordedEvent, filter: EventFilter): boolean {
  if (filter.types && !filter.types.includes(event.type)) return false
  return !filter.streamPrefixes || filter.streamPrefixes.some((start) => event.stream.startsWith(start))
}

/** Side by side, but appends to one stream one after another. */
async function submitAll(
  appends: readonly Append[],
  submit: (append: Append) => Promise<AppendOutcome>,
): Promise<AppendOutcome[]> {
  const outcomes: AppendOutcome[] = []
  const byStream = Map.groupBy(appends.keys(), (index) => (appends[index] as Append).stream)
  const groups = byStream.values()
  const writer = async () => {
    for (const indexes of groups) {
      for (const index of indexes) outcomes[index] = await submit(appends[index] as Append)
    }
  }
  await Promise.all(Array.from({ length: Math.min(writers, appends.length) }, writer))
  return outcomes
}

function checkSize(stream: string, events: readonly NewEvent[]): void {
  let bytes = 0
  for (const event of events) {
    bytes +=
      Buffer.byteLength(JSON.stringify(event.data)) +
      Buffer.byteLength(JSON.stringify(event.metadata)) +
      event.type.length
  }
  if (bytes > maxAppendBytes)
    throw new RangeError(`append to ${stream}: ${bytes} bytes, the event store takes ${maxAppendBytes}`)
}

/** Errors come with `type`, or only with the code of gRPC. */
const typeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'type' in error && typeof error.type === 'string'
    ? error.type
    : undefined

function actualRevision(error: unknown): ExpectedRevision | undefined {
  if (typeOf(error) !== 'wrong-expected-version') return undefined
  const { actualVersion } = error as { actualVersion?: bigint | string }
  return typeof actualVersion === 'bigint' && actualVersion >= 0n ? Number(actualVersion) : 'no_stream'
}

const isMissingStream = (error: unknown): boolean => ['stream-not-found', 'no-stream'].includes(typeOf(error) ?? '')

/** Trying again cannot help. Everything else may be a server that starts, stops or hangs. */
const isRefusal = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  ['maximum-append-size-exceeded', 'stream-deleted', 'missing-required-metadata-property'].includes(typeOf(error) ?? '')

interface Channel {
  close(): void
}
interface WithChannel {
  getChannel(): Promise<Channel>
}

/**
 * After a fault the client closes its channel while other calls are on their way to it; those would throw where nobody
 * catches. Closed a moment later, they end as calls do.
 */
function closeGently(client: EventStoreDBClient): void {
  const inner = client as unknown as WithChannel
  const getChannel = inner.getChannel
  const gentle = new WeakSet<Channel>()
  inner.getChannel = async () => {
    const channel = await getChannel()
    if (!gentle.has(channel)) {
      gentle.add(channel)
      const close = channel.close.bind(channel)
      channel.close = () => void setTimeout(close, 100).unref()
    }
    return channel
  }
}

/** The client leaves its channel open, whose keep-alive would hold the process. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const channel = (client as unknown as WithChannel).getChannel()
  await Promise.race([channel.then((open) => open.close()), pause(500)]).catch(() => undefined)
}
