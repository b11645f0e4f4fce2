import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { ReadDb } from '../slice/read-models.ts'
import { PlanningClient } from './planning-client.ts'

// bigint columns hold counts and ids far below 2^53; numbers are what the contracts carry.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Times leave the database as ISO 8601 UTC, the form of events and contracts.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** How long `close` waits for statements that still run. */
const CLOSE_MS = 3_000

/** The processes of the server behind the connections of a pool. */
export function processesOf(pool: pg.Pool): ReadonlySet<number> {
  const processes = new Set<number>()
  const processOf = (client: pg.PoolClient): number => (client as pg.PoolClient & { processID: number }).processID
  pool.on('connect', (client) => processes.add(processOf(client)))
  pool.on('remove', (client) => processes.delete(processOf(client)))
  return processes
}

export type Database = ReturnType<typeof openDatabase>

/** The one connection to Postgres: a pool, and Kysely over it. Opens a pool on a `postgres://` address. `onError` hears of idle connections that died; without it they would end the process. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}) {
  const pool = new pg.Pool({
    Client: PlanningClient,
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'plp',
  })
  pool.on('error', (error) => options.onError?.(error))
  // A connection that dies between the statements of a transaction would end the process without a listener.
  pool.on('connect', (client) => client.on('error', (error: Error) => options.onError?.(error)))
  const own = processesOf(pool)
  const db: ReadDb = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const ended = async (): Promise<void> => {
    await db.destroy()
    // Kysely leaves a pool alone that it never took a connection from.
    if (!pool.ended) await pool.end()
  }
  const close = async (): Promise<void> => {
    // A statement that hangs on a lock must not hold up the stop of the process; its connection ends with it.
    await Promise.race([ended(), sleep(CLOSE_MS, undefined, { ref: false })])
  }
  return {
    url,
    pool,
    db,
    /** Whether a process of the server is behind a connection of the pool: such notifications are no news. */
    isOwn: (process: number): boolean => own.has(process),
    close,
  }
}
