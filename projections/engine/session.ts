import { hash } from 'node:crypto'
import pg from 'pg'
import { SESSION } from '../../src/database/database.ts'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import { pause } from '../../src/kernel/pause.ts'
import { errorLine } from './faults.ts'
import { channel, type ReadStore } from './store.ts'

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

/** Seconds without a query after which a node counts as hung or cut off. The next one terminates its connection. */
const silentAfter = 5
const isSilent = `greatest(a.state_change, a.query_start, a.backend_start) < clock_timestamp() - interval '${silentAfter} seconds'`

/** Name of the connections of nodes of versions that lead all groups or none, and that read the views of `read`. */
const OLD_NAME = 'plp engine'
const areOldNodes = `exists (select from pg_stat_activity a where a.application_name = '${OLD_NAME}' and a.usename = current_user
    and a.datname = current_database() and not ${isSilent})`

const isBackendOf = (row: string) => `a.pid = ${row}.pid and a.backend_start = ${row}.backend_start`

/** Whether a node is connected. */
export const hasNodes = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query(`select from engine.nodes n join pg_stat_activity a on ${isBackendOf('n')} limit 1`)).rowCount === 1

interface NodeSessionOptions {
  readonly url: string
  /** Versions of the node's groups (`versionsOf`). */
  readonly versions: string
  readonly logger: FieldLogger
  /** A notification arrived, sent by this server process. */
  onNotified(process: number): void
  /** The connection is open; earlier notifications may have been missed. */
  onConnected(): void
  /** The connection was lost, and the leadership with it. */
  onLost(): void
}

/**
 * A node's dedicated connection. Other nodes wake it through notifications. The node leads while `engine.leader` names its backend, and
 * projects the versions of groups for which `engine.projectors` names it. A lost connection therefore means that it does neither.
 */
export function createNodeSession(options: NodeSessionOptions) {
  const versions = pg.escapeLiteral(options.versions)
  const own = `(select key as name, value::int as version from json_each_text(${versions}::json))`
  /** Names of the groups that this node projects. */
  const held = new Set<string>()
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let locked = false
  let closed = false

  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return
    if (!closed) options.logger.warn({ error: error && errorLine(error) }, 'projections: connection to Postgres lost')
    drop(lost)
  }

  function drop(dropped: pg.Client): void {
    client = undefined
    locked = false
    held.clear()
    dropped.end().catch(() => undefined)
    options.onLost()
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: options.url,
      application_name: 'plp node',
      connectionTimeoutMillis: 3_000,
      query_timeout: 4_000,
      keepAlive: true,
      options: SESSION,
    })
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', (message) => options.onNotified(message.processId))
    await fresh.connect()
    try {
      // Repeated statements over tables of a few rows, which cost more to plan than to run.
      await fresh.query(`set plan_cache_mode to force_generic_plan; listen ${channel};
        delete from engine.nodes n where not exists (select from pg_stat_activity a where ${isBackendOf('n')});
        insert into engine.nodes (pid, backend_start, versions)
          select pid, backend_start, ${versions} from pg_stat_activity where pid = pg_backend_pid()
          on conflict (pid) do update set backend_start = excluded.backend_start, versions = excluded.versions;
        insert into engine.projectors (name, version) select name, version from ${own} own on conflict do nothing`)
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
  async function query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig): Promise<Row | undefined> {
    let used = client
    try {
      if (!used) {
        connecting ??= connect().finally(() => {
          connecting = undefined
        })
        used = await connecting
      }
      return (await used.query<Row>(statement)).rows[0] ?? ({} as Row)
    } catch (error) {
      if (used) lose(used, error as Error)
      return undefined
    }
  }

  async function tryLock(): Promise<boolean> {
    // A node of this version that projects leads before others, because it need not wait until the groups are free.
    const row = await query<{ locked?: boolean }>(`
      update engine.leader l set pid = me.pid, backend_start = me.backend_start from pg_stat_activity me
      where me.pid = pg_backend_pid() and not exists (select from pg_stat_activity a where ${leads}) and not ${areOldNodes}
        and not exists (
          select from engine.projectors p join engine.nodes n using (pid, backend_start) join pg_stat_activity a on ${isBackendOf('n')}
          where n.pid <> me.pid and n.versions = ${versions} and not ${isSilent})
      returning true as locked`)
    if (!row?.locked) return false
    // Only nodes of the previous version respect this lock, so its result does not matter.
    await client?.query(`select pg_try_advisory_lock(${oldLock.join()})`).catch(() => undefined)
    return client !== undefined
  }

  return {
    /** Connects if necessary, and runs a statement. Other nodes see by it that this one is alive. */
    read: (async ({ sql, parameters }) =>
      closed ? undefined : query({ name: hash('sha1', sql), text: sql, values: [...parameters] })) as ReadStore,
    /** Takes leadership if no backend leads, or if the leader has been silent for too long. */
    async lock(): Promise<boolean> {
      if (locked || closed) return locked
      if (!(await tryLock())) {
        const ended = await query<{ ended: number }>(
          `select count(pg_terminate_backend(a.pid))::int as ended from engine.leader l, pg_stat_activity a where ${leads} and ${isSilent}`,
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
        await pause(100)
        if (!(await tryLock())) return false
      }
      locked = client !== undefined
      return locked
    },
    get locked() {
      return locked
    },
    /** Whether this node projects a group. */
    holds: (name: string): boolean => held.has(name),
    /**
     * Takes the groups that no node projects, or only a silent one, except those of the leading node's versions. Returns those of the
     * held ones that the leading node now waits for; `release` them.
     */
    async take(names: readonly string[]): Promise<readonly string[]> {
      if (closed) return []
      const wanted = pg.escapeLiteral(JSON.stringify(names))
      const row = await query<{ taken: string[]; leaders: string[] }>(`
        with leaders as (
          select o.key as name, o.value::int as version from engine.leader l join pg_stat_activity a on ${leads}
            join engine.nodes n on ${isBackendOf('n')}, json_each_text(n.versions::json) o
          union all
          -- Not tables of a group that was built for the first time: older nodes do not know it.
          select name, version from engine.generations where state = 'live' and (purged is null or was_live) and (${areOldNodes} or exists (
            select from engine.leader l join pg_stat_activity a on ${leads} where not exists (select from engine.nodes n where ${isBackendOf('n')})))
        ), silent as (
          select p.name, pg_terminate_backend(a.pid) from engine.projectors p join pg_stat_activity a on ${isBackendOf('p')}
          where a.pid <> pg_backend_pid() and ${isSilent} and (p.name, p.version) in (select name, version from ${own} own)
        ), taken as (
          update engine.projectors p set pid = me.pid, backend_start = me.backend_start from pg_stat_activity me, ${own} own
          where me.pid = pg_backend_pid() and p.name = own.name and p.version = own.version
            and p.name in (select json_array_elements_text(${wanted}::json))
            and not exists (select from pg_stat_activity a where ${isBackendOf('p')} and a.pid <> me.pid)
            and (${locked} or (p.name, p.version) not in (select name, version from leaders))
          returning p.name
        )
        select coalesce((select json_agg(name) from taken), '[]') as taken,
          coalesce((select json_agg(name) from leaders join ${own} own using (name, version)), '[]') as leaders, (select count(*) from silent)`)
      for (const name of row?.taken ?? []) held.add(name)
      return locked ? [] : (row?.leaders ?? []).filter((name) => held.has(name))
    },
    /** Gives up leadership and all groups if another node is connected. */
    async handOver(): Promise<void> {
      const row = await query<{ exists?: boolean }>(
        `select true as exists from engine.nodes n join pg_stat_activity a on ${isBackendOf('n')}
         where n.pid <> pg_backend_pid() and not ${isSilent} limit 1`,
      )
      if (!row?.exists || !client) return
      options.logger.warn({}, 'projections: the log does not answer; another node may lead')
      drop(client)
    },
    /** Lets other nodes project these groups. */
    async release(names: readonly string[]): Promise<void> {
      for (const name of names) held.delete(name)
      await query(`update engine.projectors set pid = null where pid = pg_backend_pid()
        and name in (select json_array_elements_text(${pg.escapeLiteral(JSON.stringify(names))}::json))`)
    },
    async close(): Promise<void> {
      closed = true
      const open = client
      client = undefined
      locked = false
      held.clear()
      await open?.end().catch(() => undefined)
    },
  }
}
