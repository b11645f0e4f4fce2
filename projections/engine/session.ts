import pg from 'pg'
import { errorLine } from './faults.ts'
import type { EngineLogger } from './logger.ts'
import { channel } from './store.ts'

/** Key of the advisory lock: whoever holds it, projects. One a database. */
const lockKey = [7305, 1] as const
const lockHolders = `pg_locks l where l.locktype = 'advisory' and l.classid = ${lockKey[0]} and l.objid = ${lockKey[1]} and l.objsubid = 2
  and l.database = (select oid from pg_database where datname = current_database()) and l.granted`

/** A leader beats every second; one silent for longer (seconds) hangs or is cut off, and its connection is ended by the next. */
const silentAfter = 5

/**
 * A node's one dedicated connection: it hears the other nodes, and while it holds the lock the node leads.
 * The lock goes with the connection, so a lost connection is a lost leadership.
 */
interface NodeSession {
  /** Connects where it must, and proves that the connection answers. False while Postgres is away. */
  beat(): Promise<boolean>
  /** Takes the lock where it is free, or where its holder has fallen silent. */
  lock(): Promise<boolean>
  readonly locked: boolean
  close(): Promise<void>
}

interface NodeSessionOptions {
  readonly url: string
  readonly logger: EngineLogger
  onMessage(payload: string): void
  /** The connection stands; messages before it may have been missed. */
  onConnected(): void
  /** The connection is gone, and with it the lock. */
  onLost(): void
}

export function createNodeSession(options: NodeSessionOptions): NodeSession {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let locked = false
  let closed = false

  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return
    client = undefined
    locked = false
    if (!closed) options.logger.warn({ error: error && errorLine(error) }, 'projections: connection to Postgres lost')
    lost.end().catch(() => undefined)
    options.onLost()
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: options.url,
      application_name: 'plp engine',
      connectionTimeoutMillis: 3_000,
      query_timeout: 4_000,
      keepAlive: true,
    })
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', (message) => options.onMessage(message.payload ?? ''))
    await fresh.connect()
    try {
      await fresh.query(`listen ${channel}`)
      if (closed) throw new Error('the session has been closed')
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
    options.onConnected()
    return fresh
  }

  /** Runs on the connection; a failure loses it. Undefined then. */
  async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
    let used = client
    try {
      if (!used) {
        connecting ??= connect().finally(() => {
          connecting = undefined
        })
        used = await connecting
      }
      return (await used.query<Row>(text)).rows[0] ?? ({} as Row)
    } catch (error) {
      if (used) lose(used, error as Error)
      return undefined
    }
  }

  async function tryLock(): Promise<boolean> {
    const row = await ask<{ locked: boolean }>(`select pg_try_advisory_lock(${lockKey.join()}) as locked`)
    return row?.locked === true
  }

  return {
    async beat() {
      return !closed && (await ask('select 1')) !== undefined
    },
    async lock() {
      if (locked || closed) return locked
      if (!(await tryLock())) {
        const ended = await ask<{ ended: number }>(
          `select count(pg_terminate_backend(a.pid))::int as ended from pg_stat_activity a where a.pid in (select l.pid from ${lockHolders})
             and greatest(a.state_change, a.query_start, a.backend_start) < clock_timestamp() - interval '${silentAfter} seconds'`,
        )
        if (!ended?.ended) return false
        options.logger.warn({}, 'projections: the leading node has fallen silent; its connection was ended')
        // What it was in the middle of holds row locks that its successor would wait for.
        await ask(
          `select pg_terminate_backend(a.pid) from pg_stat_activity a where a.state = 'idle in transaction'
           and a.state_change < clock_timestamp() - interval '2 seconds' and a.pid in (
             select l.pid from pg_locks l where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted
               and l.database = (select oid from pg_database where datname = current_database())
               and l.relation in ('engine.generations'::regclass, 'engine.reactors'::regclass))`,
        )
        await new Promise((resolve) => setTimeout(resolve, 100))
        if (!(await tryLock())) return false
      }
      locked = client !== undefined
      return locked
    },
    get locked() {
      return locked
    },
    async close() {
      closed = true
      const open = client
      client = undefined
      locked = false
      await open?.end().catch(() => undefined)
    },
  }
}
