import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Position } from '../../src/kernel/event.ts'
import { prepared } from '../../src/kernel/prepared.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { DeadLetter, Pause, ProjectionKind } from '../../src/slice/projection-status.ts'
import type { Message } from './messages.ts'

/** Channel that wakes nodes. Its payload is empty, because every role may listen and notify (docs/threats.md T87). */
export const channel = 'plp_engine'
const wake = sql`app.wake(${sql.lit(channel)}, '')`

/** Stored state of a reactor, or of the generation of a group that nodes of a version use. */
export interface StoredProjection {
  readonly name: string
  readonly kind: ProjectionKind
  readonly checkpoint: Position | null
  readonly events: number
  readonly pause: Pause | null
  /** Of groups only; 0 for reactors. */
  readonly generation: number
  readonly version: number
  /** The views of the version select from it. False after a node without such views has built it. Of groups only. */
  readonly hasViews: boolean
  /** Position of the last purge that its rows account for, '' for none. Null for reactors, and if a node without this column built it. */
  readonly purged: string | null
}

/**
 * State of a generation. `live`: complete, and `read` selects from it. `beside`: complete, for nodes of its version only. `preparing`:
 * being built. `building` is the same on nodes of versions that know only live tables.
 */
export type GenerationState = 'live' | 'beside' | 'preparing' | 'building' | 'retired'

export interface Generation {
  readonly generation: number
  readonly name: string
  readonly version: number
  readonly state: GenerationState
  readonly checkpoint: Position | null
  readonly events: number
  readonly views: readonly string[]
}

/** Version of empty tables, which are served until the history of a group has been replayed. */
export const EMPTY = 0

export type Versioned = Pick<ProjectionGroup, 'name' | 'version'>

/** Versions of groups by name, as JSON: they identify the version of a node. */
export const versionsOf = (groups: readonly Versioned[]): string =>
  JSON.stringify(Object.fromEntries(groups.map(({ name, version }) => [name, version])))

/** Whether nodes read a generation: `read` or the views of its version select from it. */
export const isComplete = ({ state }: Pick<Generation, 'state'>): boolean => state === 'live' || state === 'beside'
export const complete = sql`state in ('live', 'beside')`

export interface RebuildRequest {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly done: number
  readonly total: number | null
  readonly error: string | null
}

interface ProjectionRow {
  name: string
  kind: ProjectionKind
  checkpoint: Position | null
  events: number
  generation: number
  version: number
  paused_error: string | null
  paused_position: Position | null
  has_views?: boolean
  purged?: string | null
}

/** A checkpoint after events that changed nothing, not yet stored. */
export interface PendingCheckpoint {
  readonly kind: ProjectionKind
  readonly name: string
  readonly generation: number
  readonly from: Position | null
  readonly to: Position
  /** Events handled since `from` that the stored count does not include yet. */
  readonly events: number
}

/** Kysely and its transaction without table types. */
// biome-ignore lint/suspicious/noExplicitAny: the engine handles the tables of every group
export type Db = Kysely<any>
// biome-ignore lint/suspicious/noExplicitAny: the engine handles the tables of every group
export type Tx = Transaction<any>

/** Schema of one generation's tables. */
export const schemaOf = (name: string, generation: number): string => `${name}_g${generation}`

/** Id of no node: excludes no messages. */
const NO_NODE = '00000000-0000-0000-0000-000000000000'

/** One row for each group of a node: name and version. */
const ownQuery = (versions: string) =>
  sql`(select key as name, value::int as version from json_each_text(${versions}::json))`

/** Complete generations of the versions. Empty tables count until those of the version are complete. */
const groupsQuery = (versions: string) => sql`
  select distinct on (name) g.name, 'group' as kind, checkpoint, events, generation, g.version, paused_error, paused_position, has_views, purged
   from engine.generations g join ${ownQuery(versions)} own on own.name = g.name and g.version in (own.version, ${sql.lit(EMPTY)})
   where ${complete} order by name, g.version desc, state desc, generation desc`

/** The same, and reactors. */
const projectionsQuery = (versions: string) => sql`
  (${groupsQuery(versions)})
  union all
  select name, 'reactor', checkpoint, events, 0, 0, paused_error, paused_position, true, null from engine.reactors`

export const purgesQuery = sql`select number, id, state, position, done, total, error from engine.clearings`
export const unfinishedQuery = sql`${purgesQuery} where state in ('asked', 'running') order by number limit 1`
/** Position of the last purge that has not failed: tables must account for it. */
const bindingPurgeQuery = sql`select position from engine.clearings
  where position is not null and state <> 'failed' order by number desc limit 1`
export const lastPurgeQuery = sql`select position from engine.clearings where position is not null order by number desc limit 1`

const toProjection = (row: ProjectionRow): StoredProjection => ({
  name: row.name,
  kind: row.kind,
  checkpoint: row.checkpoint,
  events: row.events,
  generation: row.generation,
  version: row.version,
  hasViews: row.has_views ?? false,
  purged: row.purged ?? null,
  pause: row.paused_error === null ? null : { error: row.paused_error, position: row.paused_position! },
})

/** Complete generations of these versions of groups, and all reactors. */
export async function readProjections(db: Db, groups: readonly Versioned[]): Promise<readonly StoredProjection[]> {
  const { rows } = await sql<ProjectionRow>`${prepared} ${projectionsQuery(versionsOf(groups))}`.execute(db)
  return rows.map(toProjection)
}

/** The complete generation of this version of a group; of empty tables until it is built. */
export async function readGroup(db: Db, group: Versioned): Promise<StoredProjection | undefined> {
  const { rows } = await sql<ProjectionRow>`${prepared} ${groupsQuery(versionsOf([group]))}`.execute(db)
  return rows.map(toProjection)[0]
}

/** Whether nothing waits for a group: its tables are empty until they are built, or it is paused. */
export const isHalted = (group: Versioned, stored: StoredProjection | undefined): boolean =>
  stored !== undefined && (stored.pause !== null || stored.version !== group.version)

/** A requested purge of simulated data. */
export interface Purge {
  readonly number: number
  /** Id of its event. */
  readonly id: string
  readonly state: 'asked' | 'running' | 'done' | 'failed'
  /** Position of its event; null: not in the log yet. */
  readonly position: Position | null
  /** Number of rebuilt groups, and of all groups to rebuild. */
  readonly done: number
  readonly total: number | null
  readonly error: string | null
}

/** The rows that a node reads every second, in one statement. */
export interface StoreSnapshot {
  readonly projections: readonly StoredProjection[]
  /** Whether `read` selects from tables of this node's versions only. */
  readonly isServed: boolean
  /** The oldest unfinished purge, including one that a previous leader has started. */
  readonly purge: Purge | null
  /** The position of the last purge. */
  readonly purged: Position | null
  /** That of the last one that has not failed: tables must account for it. */
  readonly bindingPurge: Position | null
  /** The oldest unfinished rebuild request, including one that a previous leader has started. */
  readonly request: Pick<RebuildRequest, 'id' | 'name'> | null
  /** Number of dead letters without a decision, by projection. */
  readonly waiting: Readonly<Record<string, number>>
  /** Version of the last message of any node. */
  readonly version: number
  /** Messages of other nodes after the requested version, in order. */
  readonly messages: readonly { readonly version: number; readonly body: Message }[]
}

/** State of all projections for operators, read in one statement. */
export interface StoreStatus {
  readonly projections: readonly StoredProjection[]
  /** Dead letters without a decision, newest first. */
  readonly deadLetters: readonly DeadLetter[]
  /** Number of events in the generations of this version that are being built, by group. */
  readonly building: ReadonlyMap<string, number>
  /** Version and events of the tables that `read` shows, by group. */
  readonly live: ReadonlyMap<string, Pick<Generation, 'version' | 'events'>>
}

export async function readStatus(db: Db, versions: string): Promise<StoreStatus> {
  const { rows } = await sql<{
    projections: ProjectionRow[]
    deadLetters: DeadLetter[]
    building: { name: string; events: number }[]
    live: { name: string; version: number; events: number }[]
  }>`
    select
      (select coalesce(json_agg(p), '[]') from (${projectionsQuery(versions)}) p) as projections,
      (select coalesce(json_agg(d), '[]') from (
         select name, position, event_id as "eventId", event_type as "eventType", stream, error, outcome, at
         from engine.dead_letters where outcome = 'waiting' order by at desc, position desc) d) as "deadLetters",
      (select coalesce(json_agg(b), '[]') from (
         select name, events from engine.generations join ${ownQuery(versions)} own using (name, version)
         where state = 'preparing' order by generation) b) as building,
      (select coalesce(json_agg(l), '[]') from (
         select name, version, events from engine.generations where state = 'live') l) as live
  `.execute(db)
  const { projections, deadLetters, building, live } = rows[0]!
  return {
    projections: projections.map(toProjection),
    deadLetters: deadLetters.map((letter) => ({ ...letter, at: new Date(letter.at).toISOString() })),
    building: new Map(building.map(({ name, events }) => [name, events])),
    live: new Map(live.map((each) => [each.name, each])),
  }
}

/** Returns the first row of a statement; undefined: PostgreSQL is unavailable. */
export type ReadStore = <Row extends object>(query: CompiledQuery<Row>) => Promise<Row | undefined>

/** Reads through the pool of connections; throws while PostgreSQL is unavailable. */
export const throughPool =
  (db: Db): ReadStore =>
  async (query) =>
    (await db.executeQuery(query)).rows[0]

/** Reads the snapshot of a node. `since`: number of the message after which messages are returned; null: no messages. */
export async function readStoreSnapshot(
  read: ReadStore,
  db: Db,
  versions: string,
  node = NO_NODE,
  since: number | null = null,
): Promise<StoreSnapshot | undefined> {
  const row = await read(
    sql<Omit<StoreSnapshot, 'projections'> & { projections: ProjectionRow[] }>`${prepared}
      select
        (select version from engine.live_version) as version,
        (select coalesce(json_agg(m order by m.version), '[]') from (
           select version, body from engine.messages where version > ${since}::bigint and node <> ${node}::uuid) m) as messages,
        (select row_to_json(p) from (${unfinishedQuery}) p) as purge,
        (${lastPurgeQuery}) as purged, (${bindingPurgeQuery}) as "bindingPurge",
        (select coalesce(json_agg(l), '[]') from (${projectionsQuery(versions)}) l) as projections,
        not exists (select from engine.generations g left join ${ownQuery(versions)} own using (name)
          where g.state = 'live' and (own.version is null or g.version not in (own.version, ${sql.lit(EMPTY)}))) as "isServed",
        (select json_build_object('id', id, 'name', name) from engine.requests r join ${ownQuery(versions)} own using (name)
         where state in ('waiting', 'running') and coalesce(r.version, own.version) = own.version order by id limit 1) as request,
        (select coalesce(json_object_agg(name, n), '{}') from (
           select name, count(*) as n from engine.dead_letters where outcome = 'waiting' group by name) d) as waiting
    `.compile(db),
  )
  if (!row) return undefined
  const { projections, ...others } = row
  return { projections: projections.map(toProjection), ...others }
}

/**
 * Stores pending checkpoints in one statement, each by compare-and-set, and wakes all nodes. Returns the names of those stored.
 * Like every checkpoint, the last ones may be lost in a crash without harm.
 */
export async function storePendingCheckpoints(
  db: Db,
  pending: readonly PendingCheckpoint[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ names: string[] }>`${prepared}
    with setting as materialized (select set_config('synchronous_commit', 'off', true)),
    pending as materialized (
      select a.* from setting, json_to_recordset(${JSON.stringify(pending)}::json)
        as a(kind text, name text, generation int, "from" text, "to" text, events bigint)
    ),
    groups as (
      update engine.generations g set checkpoint = a."to", events = g.events + a.events, updated_at = now() from pending a
      where a.kind = 'group' and g.generation = a.generation and g.${complete} and g.paused_error is null
        and g.checkpoint is not distinct from a."from" returning g.name
    ),
    reactors as (
      update engine.reactors r set checkpoint = a."to", events = r.events + a.events, updated_at = now() from pending a
      where a.kind = 'reactor' and r.name = a.name and r.paused_error is null
        and r.checkpoint is not distinct from a."from" returning r.name
    ),
    moved as (select name from groups union all select name from reactors)
    select coalesce((select json_agg(name) from moved), '[]') as names, ${wake}
  `.execute(db)
  return new Set(rows[0]!.names)
}

/** Sends a message to all nodes when the transaction of `db` commits. Returns its version; versions increase in commit order. */
export async function publish(db: Db, node: string, message: Message): Promise<string> {
  const { rows } = await sql<{ version: string }>`${prepared}
    with next as (update engine.live_version set version = version + 1 returning version),
    message as (
      insert into engine.messages (version, node, body) select version, ${node}::uuid, ${JSON.stringify(message)}::json from next
    )
    select version::text as version, ${wake} from next
  `.execute(db)
  return rows[0]?.version ?? '0'
}

/** Wakes all nodes when the transaction of `db` commits, so that they read the checkpoints. */
export async function wakeNodes(db: Db): Promise<void> {
  await sql`${prepared} select ${wake}`.execute(db)
}

/** Deletes messages older than a minute: every node has read or missed them. */
export async function pruneMessages(db: Db): Promise<void> {
  await sql`delete from engine.messages where at < clock_timestamp() - interval '1 minute'`.execute(db)
}

/** Generations of one group, or of all groups. */
export async function readGenerations(db: Db, name: string | null = null): Promise<readonly Generation[]> {
  const { rows } = await sql<Generation>`
    select generation, name, version, state, checkpoint, events, views from engine.generations
    where name = coalesce(${name}::text, name) order by generation`.execute(db)
  return rows
}

/** Returns the schemas of the tables of groups, by name, and locks them: they stay in use until the transaction ends. */
export async function holdTables(tx: Tx, groups: readonly Versioned[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Pick<Generation, 'name' | 'generation'>>`
    select name, generation from engine.generations g
    where generation in (select generation from (${projectionsQuery(versionsOf(groups))}) p where kind = 'group') and ${complete}
    for share`.execute(tx)
  return new Map(rows.map(({ name, generation }) => [name, schemaOf(name, generation)]))
}

/** A version of a group whose tables no node uses. */
interface UnusedVersion extends Versioned {
  /** It was never complete, or `read` has shown it before: no node is about to start with it, except one that restarts. */
  readonly isOver: boolean
  /** Nothing has changed it for a day. */
  readonly isOld: boolean
}

/** Versions of groups that no connected node uses, and that `read` does not show. */
export async function readUnused(db: Db): Promise<readonly UnusedVersion[]> {
  const { rows } = await sql<UnusedVersion>`
    select name, version, bool_and(was_live or version = ${sql.lit(EMPTY)} or state = 'preparing') as "isOver",
      bool_and(updated_at < now() - interval '1 day') as "isOld"
    from engine.generations g where state in ('beside', 'preparing') and not exists (
      select from engine.nodes n join pg_stat_activity a using (pid, backend_start)
      where (n.versions::json ->> g.name)::int = g.version or (g.version = ${sql.lit(EMPTY)} and n.versions::json ->> g.name is not null
        and not exists (select from engine.generations o where o.name = g.name and o.version = (n.versions::json ->> g.name)::int and o.${complete})))
    group by name, version`.execute(db)
  return rows
}

/** Number of versions of these groups that another node projects and has not rebuilt since a purge, and of events that it has rebuilt. */
export async function readPurging(
  db: Db,
  names: readonly string[],
  purged: Position,
): Promise<{ readonly waiting: number; readonly done: number }> {
  const { rows } = await sql<{ waiting: number; done: number }>`
    select count(*) filter (where g.${complete} and purged <> ${purged}) as waiting,
      coalesce(sum(events) filter (where g.state = 'preparing'), 0)::bigint as done
    from engine.generations g join engine.projectors p using (name, version)
      join pg_stat_activity a on a.pid = p.pid and a.backend_start = p.backend_start
    where name = any(${[...names]}::text[])`.execute(db)
  return rows[0]!
}

/** `purged`: position of the last purge that the log hides; its rows account for this purge. */
export async function insertGeneration(
  db: Db,
  name: string,
  version: number,
  purged: Position | null,
): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    insert into engine.generations (generation, name, version, state, purged)
    values (nextval('engine.generation_numbers'), ${name}, ${version}, 'preparing', ${purged ?? ''}) returning generation`.execute(
    db,
  )
  return rows[0]!.generation
}

/** Reads the stored state of a reactor; creates it with the initial state if necessary. */
export async function readReactor(
  db: Db,
  name: string,
  initialState: unknown,
): Promise<
  Pick<StoredProjection, 'checkpoint' | 'pause'> & { readonly state: unknown; readonly replaysTo: Position | null }
> {
  await sql`
    insert into engine.reactors (name, state) values (${name}, ${JSON.stringify(initialState)}::jsonb)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<ProjectionRow & { state: unknown; replays_to: Position | null }>`
    select checkpoint, state, replays_to, paused_error, paused_position from engine.reactors where name = ${name}`.execute(
    db,
  )
  const row = rows[0]!
  return { ...toProjection(row), state: row.state, replaysTo: row.replays_to }
}
