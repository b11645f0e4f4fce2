import pg from 'pg'
import { IDLE_MS, processesOf, SESSION } from '../../database/database.ts'
import { PlanningClient } from '../../database/planning-client.ts'
import { createBatchLoader } from '../../kernel/batch-loader.ts'
import type { EventMetadata, NewEvent, Position, RecordedEvent } from '../../kernel/event.ts'
import {
  type Append,
  type AppendOutcome,
  type EventFilter,
  type EventLog,
  EventLogUnavailable,
  type ReadPage,
  WrongExpectedRevision,
} from '../../kernel/event-log.ts'
import { PREPARED } from '../../kernel/prepared.ts'
import { orUnavailable } from '../../kernel/timeout.ts'
import { checkAppend, checkPrefix } from '../append-rules.ts'
import { comparePositions, fromPosition, toPosition } from '../counted-position.ts'
import { createSignalHub } from '../signal-hub.ts'
import { createBatcher } from './batcher.ts'
import { isFault } from './faults.ts'
import { listen } from './listener.ts'

interface PostgresLogOptions {
  /** The log uses separate connections to the store, so that a busy pool never delays an append. */
  readonly database: { readonly url: string }
  /** Each prefix is a separate log. */
  readonly prefix: string
  /** Milliseconds after which a call throws `EventLogUnavailable`; 2,500 when left out. */
  readonly timeoutMs?: number
  /** Milliseconds between polls of the head, in case a notification is lost; 5,000 when left out. */
  readonly pollMs?: number
  /** Called when an idle connection dies. */
  readonly onError?: (error: Error) => void
}

/** Most events in one batch of concurrent appends. */
const maxBatch = 2_000
/** Positions per statement of `readAll`, which bounds its duration for filters with few matches. */
const scanWindow = 50_000
/** Most streams per statement, and most statements in flight: appends need free connections. */
const [maxReads, readersAtOnce] = [500, 2]

/** Events of a stream from a revision (inclusive). */
interface StreamRead {
  readonly stream: string
  readonly from: number
}

interface EventRow {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  data: unknown
  metadata: EventMetadata
  recorded_ms: number
}

/** Creates the event log in PostgreSQL (`src/database/event-log.ts`). Positions count from 1 within a prefix, without gaps. */
export function createPostgresLog(options: PostgresLogOptions): EventLog {
  const { prefix, timeoutMs = 2_500, pollMs = 5_000 } = options
  checkPrefix(prefix)
  const pool = new pg.Pool({
    Client: PlanningClient,
    connectionString: options.database.url,
    application_name: 'plp log',
    max: 4,
    connectionTimeoutMillis: timeoutMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: timeoutMs,
    statement_timeout: 4 * timeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // Plans cached while the table was small would scan and sort it after it has grown.
    options: `${SESSION} -c enable_seqscan=off -c enable_bitmapscan=off -c jit=off`,
  })
  pool.on('error', (error) => {
    if (!pool.ending) options.onError?.(error)
  })
  /** Appends of this log are signalled after their answer; the notification that follows is ignored. */
  const own = processesOf(pool)

  let logId: Promise<number> | undefined
  function findLog(): Promise<number> {
    logId ??= registerLog(pool, prefix).catch((error) => {
      logId = undefined
      throw error
    })
    return logId
  }

  const batcher = createBatcher({ store, isFault, timeoutMs, maxEvents: maxBatch, maxWaiting: 100_000 })
  const stop = new AbortController()
  let listening: AbortController | undefined
  let seen = -1
  const signals = createSignalHub({
    first: () => {
      listening = new AbortController()
      const signal = AbortSignal.any([listening.signal, stop.signal])
      const isOwn = (process: number) => own.has(process)
      listen({ url: options.database.url, notify: signals.notify, isOwn, poll, pollMs }, signal)
    },
    last: () => listening?.abort(),
  })

  async function poll(): Promise<boolean> {
    const head = await headCount()
    const news = head !== seen
    seen = head
    return news
  }

  async function headCount(): Promise<number> {
    const id = await findLog()
    const { rows } = await pool.query<{ position: number }>(`${PREPARED} select position from log.logs where id = $1`, [
      id,
    ])
    return rows[0]?.position ?? 0
  }

  async function store(appends: readonly Append[]): Promise<readonly AppendOutcome[]> {
    const id = await findLog()
    const { rows } = await pool.query<{
      stored: boolean
      revision: number
      position: number
      repeated: boolean
    }>(
      `${PREPARED} select stored, revision, "position", repeated from log.append($1::smallint, $2::json, $3::json) order by ordinal`,
      [id, JSON.stringify(appends.map(toAppendRow)), JSON.stringify(appends.flatMap(toEventRows))],
    )
    if (rows.some((row) => row.stored)) signals.notify()
    return rows.map((row) =>
      row.stored
        ? { ok: true, revision: row.revision, position: toPosition(row.position), repeated: row.repeated }
        : { ok: false, actual: row.revision < 0 ? 'no_stream' : row.revision },
    )
  }

  /** Every call settles before the timeout. Faults become `EventLogUnavailable`. */
  async function guarded<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (stop.signal.aborted) throw new EventLogUnavailable('the event log is closed')
    try {
      return await orUnavailable(work(), timeoutMs, what)
    } catch (error) {
      if (isFault(error)) throw new EventLogUnavailable(what, { cause: error })
      throw error
    }
  }

  async function readStreams(reads: readonly StreamRead[]): Promise<readonly (readonly RecordedEvent[])[]> {
    const { rows } = await pool.query<EventRow & { nr: number }>(
      `${PREPARED} select r.nr::int as nr, e.* from unnest($2::text[], $3::int[]) with ordinality as r (stream, first, nr)
             cross join lateral (
               select position, stream, revision, id, type, data, metadata, (extract(epoch from recorded_at) * 1000)::float8 as recorded_ms
               from log.events where log = $1 and stream = r.stream and revision >= r.first order by revision
             ) e
             order by r.nr, e.revision`,
      [await findLog(), reads.map(({ stream }) => stream), reads.map(({ from }) => from)],
    )
    const found: RecordedEvent[][] = reads.map(() => [])
    for (const row of rows) found[row.nr - 1]!.push(toRecorded(row))
    return found
  }

  /** Concurrent picks of a match share one read of its stream. */
  const read = createBatchLoader({
    fetch: readStreams,
    max: maxReads,
    concurrency: readersAtOnce,
    keyOf: ({ stream, from }) => `${from} ${stream}`,
  })

  async function readPage(after: number, filter: EventFilter, max: number): Promise<ReadPage> {
    const id = await findLog()
    const { rows } = await pool.query<EventRow & { head: number }>(
      `${PREPARED} select h.position as head, e.position, e.stream, e.revision, e.id, e.type, e.data, e.metadata,
               (extract(epoch from e.recorded_at) * 1000)::float8 as recorded_ms
             from log.logs h left join lateral (
               select * from log.events e
               where e.log = $1 and e.position > $2 and e.position <= $3
                 and ($4::text[] is null or e.type = any($4))
                 and ($5::text[] is null or exists (select from unnest($5::text[]) p where starts_with(e.stream, p)))
               order by e.position limit $6
             ) e on true
             where h.id = $1`,
      [id, after, after + scanWindow, filter.types ?? null, filter.streamPrefixes ?? null, max],
    )
    const head = rows[0]?.head ?? 0
    // The rows are already in order, but with `order by` PostgreSQL would sort a long page on disk.
    rows.sort((a, b) => a.position - b.position)
    const events = rows.filter((row) => row.position !== null).map(toRecorded)
    const last =
      events.length < max ? Math.max(after, Math.min(after + scanWindow, head)) : (rows.at(-1)?.position ?? after)
    return { events, next: last === 0 ? null : toPosition(last), end: last >= head }
  }

  async function readAll(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage> {
    // May return an empty page before the end, so that many filtered events do not exceed the timeout.
    const enough = performance.now() + timeoutMs / 2
    let page = await readPage(fromPosition(after), filter, max)
    while (page.events.length === 0 && !page.end && performance.now() < enough)
      page = await readPage(fromPosition(page.next), filter, max)
    return page
  }

  async function submitInOrder(appends: readonly Append[]): Promise<readonly AppendOutcome[]> {
    const outcomes: AppendOutcome[] = []
    for (let from = 0; from < appends.length; ) {
      let to = from
      for (let size = 0; to < appends.length && (size === 0 || size < maxBatch); to++)
        size += appends[to]?.events.length ?? 0
      outcomes.push(...(await Promise.all(appends.slice(from, to).map(batcher.submit))))
      from = to
    }
    return outcomes
  }

  return {
    async append(stream, events, expected) {
      checkAppend(stream, events, expected)
      const outcome = await batcher.submit({ stream, events, expected })
      if (!outcome.ok) throw new WrongExpectedRevision(stream, expected, outcome.actual)
      const { ok: _, ...result } = outcome
      return result
    },
    async appendMany(appends) {
      for (const { stream, events, expected } of appends) checkAppend(stream, events, expected)
      return submitInOrder(appends)
    },
    readStream: (stream, from = 0) => guarded(`read of ${stream}`, () => read({ stream, from })),
    readAll: (after, filter, max) => guarded('read of the log', () => readAll(after, filter, max)),
    subscribe: (listener, signal) => signals.add(listener, signal),
    head: () =>
      guarded('head of the log', async () => {
        const head = await headCount()
        return head === 0 ? null : toPosition(head)
      }),
    countByType: () =>
      guarded('count of the log', async () => {
        const { rows } = await pool.query<{ type: string; count: number }>(
          'select type, count(*) as count from log.events where log = $1 group by type',
          [await findLog()],
        )
        return new Map(rows.map(({ type, count }) => [type, count]))
      }),
    compare: comparePositions,
    ready: () => guarded('log', async () => void (await headCount())),
    async close() {
      if (stop.signal.aborted) return
      stop.abort()
      batcher.close()
      await pool.end()
    },
  }
}

async function registerLog(pool: pg.Pool, prefix: string): Promise<number> {
  const find = () => pool.query<{ id: number }>('select id from log.logs where prefix = $1', [prefix])
  let found = await find()
  if (found.rows.length === 0) {
    await pool.query('insert into log.logs (prefix) values ($1) on conflict (prefix) do nothing', [prefix])
    found = await find()
  }
  const id = found.rows[0]?.id
  if (id === undefined) throw new Error(`log ${prefix} could not be registered`)
  return id
}

const toAppendRow = ({ stream, events, expected }: Append, ordinal: number) => ({
  o: ordinal,
  s: stream,
  e: expected === 'no_stream' ? -1 : expected,
  n: events.length,
})

// Data is sent as text within the JSON, so that it is stored exactly, including escapes of lone surrogates.
const toEventRows = ({ events }: Append, ordinal: number) =>
  events.map((event: NewEvent, index) => ({
    o: ordinal,
    i: index,
    id: event.id,
    t: event.type,
    d: JSON.stringify(event.data),
    m: JSON.stringify(event.metadata),
  }))

const toRecorded = (row: EventRow): RecordedEvent => ({
  id: row.id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  stream: row.stream,
  revision: row.revision,
  position: toPosition(row.position),
  recordedAt: timeOf(row.recorded_ms),
})

let lastTime = { ms: Number.NaN, text: '' }

/** ISO 8601. Caches the last result: events of one append share their time, and formatting doubles the cost of an event. */
function timeOf(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() }
  return lastTime.text
}
