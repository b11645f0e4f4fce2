import pg from 'pg'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import { errorLine } from './faults.ts'
import { channel } from './store.ts'

/**
 * Condition: another backend `a` leads, because row `l` of `engine.leader` names it. A node of the previous version leads by an advisory
 * lock instead, which every role may take (docs/threats.md T88). It counts only for our own role, so that both versions of a rolling
 * upgrade respect each other. The next version can drop this lock.
 */
const oldLock = [7305, 1] as const
const leads = `a.pid <> pg_backend_pid() and (
    (a.pid = l.pid and a.backend_start = l.backend_start) or (a.usename = current_user and a.pid in (
      select l.pid from pg_locks l where l.locktype = 'advisory' and l.classid = ${oldLock[0]} and l.objid = ${oldLock[1]} and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database()) and l.granted)))`

/** Seconds without a query after which a leader counts as hung or cut off. The next one terminates its connection. */
const silentAfter = 5

interface NodeSessionOptions {
  readonly url: string
  readonly logger: FieldLogger
  /** A notification arrived, sent by this server process. */
  onNotified(process: number): void
  /** The connection is open; earlier notifications may have been missed. */
  onConnected(): void
  /** The connection was lost, and the leadership with it. */
  onLost(): void
}

/**
 * A node's dedicated connection. Other nodes wake it through notifications, and the node leads while `engine.leader` names its backend.
 * A lost connection therefore means lost leadership.
 */
export function createNodeSession(options: NodeSessionOptions) {
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
    fresh.on('notification', (message) => options.onNotified(message.processId))
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

  /** Runs a query on the connection. On failure closes the connection and returns undefined. */
  async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
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
    const row = await query<{ locked?: boolean }>(`
      update engine.leader l set pid = me.pid, backend_start = me.backend_start from pg_stat_activity me
      where me.pid = pg_backend_pid() and not exists (select from pg_stat_activity a where ${leads}) returning true as locked`)
    if (!row?.locked) return false
    // Only nodes of the previous version respect this lock, so its result does not matter.
    await client?.query(`select pg_try_advisory_lock(${oldLock.join()})`).catch(() => undefined)
    return client !== undefined
  }

  return {
    /** Connects if necessary and checks the connection. False while Postgres is unavailable. */
    async beat(): Promise<boolean> {
      return !closed && (await query('select 1')) !== undefined
    },
    /** Takes leadership if no backend leads, or if the leader has been silent for too long. */
    async lock(): Promise<boolean> {
      if (locked || closed) return locked
      if (!(await tryLock())) {
        const ended = await query<{ ended: number }>(
          `select count(pg_terminate_backend(a.pid))::int as ended from engine.leader l, pg_stat_activity a where ${leads}
             and greatest(a.state_change, a.query_start, a.backend_start) < clock_timestamp() - interval '${silentAfter} seconds'`,
        )
        if (!ended?.ended) return false
        options.logger.warn({}, 'projections: the leading node did not respond; its connection was terminated')
        // Its open transactions hold row locks that this node would wait for.
        await query(
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
    async close(): Promise<void> {
      closed = true
      const open = client
      client = undefined
      locked = false
      await open?.end().catch(() => undefined)
    },
  }
}
