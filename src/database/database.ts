import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { ReadDb } from '../slice/read-models.ts'
import { OwnViews } from './own-views.ts'
import { PlanningClient, type PlanningOptions } from './planning-client.ts'
import { closeSilent } from './silent-connections.ts'

// bigint columns contain counts and ids far below 2^53; contracts use numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Times are returned as ISO 8601 UTC, the format of events and contracts.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Formats of values and the isolation of statements, of which a database or a role may have other defaults (R473). */
export const SESSION =
  '-c DateStyle=ISO -c TimeZone=UTC -c extra_float_digits=1 -c default_transaction_isolation=read\\ committed'
/** Milliseconds that `close` waits for running statements. */
const CLOSE_MS = 3_000
/** Milliseconds that a connection stays open without use. Longer than a minute, so that the jobs of each minute find it again. */
export const IDLE_MS = 150_000
/** Milliseconds without a byte after which a statement may hang. */
const SILENT_MS = 4_000

/** The present server process ids of the connections of a pool. */
export function processesOf(pool: pg.Pool): ReadonlySet<number> {
  const processes = new Set<number>()
  const processOf = (client: pg.PoolClient): number => (client as pg.PoolClient & { processID: number }).processID
  pool.on('connect', (client) => processes.add(processOf(client)))
  pool.on('remove', (client) => processes.delete(processOf(client)))
  return processes
}

export type Database = ReturnType<typeof openDatabase>

interface DatabaseOptions {
  readonly max?: number
  /** Called when a connection dies; such errors never end the process. */
  readonly onError?: (error: Error) => void
  /** Shorter in tests. */
  readonly silentMs?: number
}

/** Opens a pool on a `postgres://` address, with Kysely over it. */
export function openDatabase(url: string, options: DatabaseOptions = {}) {
  const views = new OwnViews()
  const config: pg.PoolConfig & PlanningOptions = {
    Client: PlanningClient,
    views,
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'plp',
    options: SESSION,
  }
  const pool = new pg.Pool(config)
  let isClosed = false
  const onError = (error: Error): void => {
    // The server may stop before it has read that a connection ends.
    if (!isClosed) options.onError?.(error)
  }
  pool.on('error', onError)
  // Without a listener, a connection that dies between the statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const own = processesOf(pool)
  const endChecks = closeSilent(pool, url, options.silentMs ?? SILENT_MS)
  const db: ReadDb = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const ended = async (): Promise<void> => {
    await db.destroy()
    // Kysely does not end a pool that it has never used.
    if (!pool.ended) await pool.end()
  }
  const close = async (): Promise<void> => {
    isClosed = true
    endChecks()
    // A statement that waits for a lock must not delay the stop of the process; its connection ends with the process.
    await Promise.race([ended(), sleep(CLOSE_MS, undefined, { ref: false })])
  }
  return {
    url,
    /** The views that queries of this pool use. */
    views,
    pool,
    db,
    /** True for server processes of this pool: their notifications can be ignored. */
    isOwn: (process: number): boolean => own.has(process),
    close,
  }
}
