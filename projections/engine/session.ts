import pg from 'pg'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import { errorLine } from './faults.ts'
import { channel } from './store.ts'

/**
 * Whether backend `a` leads beside this one: it is the one that the row `l` of `engine.leader` names. Advisory locks are open to every role
 * (docs/threats.md T88). A node of the version before leads by one; it counts where it is of our own role, so that the two versions of a
 * rolling upgrade do not disturb each other. The next version needs to know nothing of it.
 */
const oldLock = [7305, 1] as const
const leads = `a.pid <> pg_backend_pid() and (
    (a.pid = l.pid and a.backend_start = l.backend_start) or (a.usename = current_user and a.pid in (
      select l.pid from pg_locks l where l.locktype = 'advisory' and l.classid = ${oldLock[0]} and l.objid = ${oldLock[1]} and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database()) and l.granted)))`

/** A leader beats every second; one silent for longer (seconds) hangs or is cut off, and its connection is ended by the next. */
const silentAfter = 5

interface NodeSessionOptions {
  readonly url: string
  readonly logger: FieldLogger
  /** By a process of the server. */
  onNotified(process: number): void
  /** The connection stands; notifications before it may have been missed. */
  onConnected(): void
  /** The connection is gone, and with it the lead. */
  onLost(): void
}

/**
 * A node's one dedicated connection: it is woken by the other nodes, and while its backend is the one in `engine.leader` the node leads.
 * So a lost connection is a lost leadership.
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
    const row = await ask<{ locked?: boolean }>(`
      update engine.leader l set pid = me.pid, backend_start = me.backend_start from pg_stat_activity me
      where me.pid = pg_backend_pid() and not exists (select from pg_stat_activity a where ${leads}) returning true as locked`)
    if (!row?.locked) return false
    // Whether or not it is granted: only nodes of the version before heed it.
    await client?.query(`select pg_try_advisory_lock(${oldLock.join()})`).catch(() => undefined)
    return client !== undefined
  }

  return {
    /** Connects where it must, and proves that the connection answers. False while Postgres is away. */
    async beat(): Promise<boolean> {
      return !closed && (await ask('select 1')) !== undefined
    },
    /** Takes the lead where no backend leads, or where the one that does has fallen silent. */
    async lock(): Promise<boolean> {
      if (locked || closed) return locked
      if (!(await tryLock())) {
        const ended = await ask<{ ended: number }>(
          `select count(pg_terminate_backend(a.pid))::int as ended from engine.leader l, pg_stat_activity a where ${leads}
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
    async close(): Promise<void> {
      closed = true
      const open = client
      client = undefined
      locked = false
      await open?.end().catch(() => undefined)
    },
  }
}
