import { type Kysely, sql, type Transaction } from 'kysely'
import type { PurgeState } from '../../src/event-log/purges.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { prepared } from '../../src/kernel/prepared.ts'
import type { DeadLetter, Pause, ProjectionKind } from '../../src/slice/projection-status.ts'
import { describeError } from './faults.ts'
import type { Message } from './messages.ts'

/** Channel that wakes nodes. Its payload is empty, because every role may listen and notify (docs/threats.md T87). */
export const channel = 'plp_engine'
const wake = sql`app.wake(${sql.lit(channel)}, '')`

/** Stored state of a reactor or of the live generation of a group. */
export interface StoredProjection {
  readonly name: string
  readonly kind: ProjectionKind
  readonly checkpoint: Position | null
  readonly events: number
  readonly pause: Pause | null
  /** Of groups only; 0 for reactors. */
  readonly generation: number
  readonly version: number
}

export interface Generation {
  readonly generation: number
  readonly name: string
  readonly version: number
  readonly state: 'live' | 'building' | 'retired'
  readonly checkpoint: Position | null
  readonly events: number
  readonly views: readonly string[]
}

interface RebuildRequest {
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

const projectionsQuery = sql`
  select name, 'group' as kind, checkpoint, events, generation, version, paused_error, paused_position
  from engine.generations where state = 'live'
  union all
  select name, 'reactor', checkpoint, events, 0, 0, paused_error, paused_position from engine.reactors`

const purgesQuery = sql`select number, id, state, position, done, total, error from engine.clearings`
const unfinishedQuery = sql`${purgesQuery} where state in ('asked', 'running') order by number limit 1`
const lastPurgeQuery = sql`select position from engine.clearings where position is not null order by number desc limit 1`

const tableOf = (kind: ProjectionKind) => (kind === 'group' ? sql`engine.generations` : sql`engine.reactors`)

const toProjection = (row: ProjectionRow): StoredProjection => ({
  name: row.name,
  kind: row.kind,
  checkpoint: row.checkpoint,
  events: row.events,
  generation: row.generation,
  version: row.version,
  pause: row.paused_error === null ? null : { error: row.paused_error, position: row.paused_position! },
})

/** Live generations and reactors, by kind and name. */
export async function readProjections(db: Db): Promise<readonly StoredProjection[]> {
  const { rows } = await sql<ProjectionRow>`${projectionsQuery}`.execute(db)
  return rows.map(toProjection)
}

/** Whether this node projects nothing into it: it is paused, or its generation has another version than the node's code. */
export function isHalted(stored: StoredProjection, groups: readonly { name: string; version: number }[]): boolean {
  if (stored.pause) return true
  const group = groups.find((each) => each.name === stored.name)
  return group !== undefined && group.version !== stored.version
}

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
  /** The oldest unfinished purge, including one that a previous leader has started. */
  readonly purge: Purge | null
  /** The position of the last purge. */
  readonly purged: Position | null
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
  /** Number of events in the generations that are being built, by group. */
  readonly building: ReadonlyMap<string, number>
}

export async function readStatus(db: Db): Promise<StoreStatus> {
  const { rows } = await sql<{
    projections: ProjectionRow[]
    deadLetters: DeadLetter[]
    building: { name: string; events: number }[]
  }>`
    select
      (select coalesce(json_agg(p), '[]') from (${projectionsQuery}) p) as projections,
      (select coalesce(json_agg(d), '[]') from (
         select name, position, event_id as "eventId", event_type as "eventType", stream, error, outcome, at
         from engine.dead_letters where outcome = 'waiting' order by at desc, position desc) d) as "deadLetters",
      (select coalesce(json_agg(b), '[]') from (
         select name, events from engine.generations where state = 'building' order by generation) b) as building
  `.execute(db)
  const { projections, deadLetters, building } = rows[0]!
  return {
    projections: projections.map(toProjection),
    deadLetters: deadLetters.map((letter) => ({ ...letter, at: new Date(letter.at).toISOString() })),
    building: new Map(building.map(({ name, events }) => [name, events])),
  }
}

/** Reads the snapshot of a node. `since`: version after which messages are returned; null: no messages. */
export async function readStoreSnapshot(db: Db, node = NO_NODE, since: number | null = null): Promise<StoreSnapshot> {
  const { rows } = await sql<Omit<StoreSnapshot, 'projections'> & { projections: ProjectionRow[] }>`${prepared}
    select
      (select version from engine.live_version) as version,
      (select coalesce(json_agg(m order by m.version), '[]') from (
         select version, body from engine.messages where version > ${since}::bigint and node <> ${node}::uuid) m) as messages,
      (select row_to_json(p) from (${unfinishedQuery}) p) as purge,
      (${lastPurgeQuery}) as purged,
      (select coalesce(json_agg(l), '[]') from (${projectionsQuery}) l) as projections,
      (select json_build_object('id', id, 'name', name) from engine.requests
       where state in ('waiting', 'running') order by id limit 1) as request,
      (select coalesce(json_object_agg(name, n), '{}') from (
         select name, count(*) as n from engine.dead_letters where outcome = 'waiting' group by name) d) as waiting
  `.execute(db)
  const { projections, ...others } = rows[0]!
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
      where a.kind = 'group' and g.generation = a.generation and g.state = 'live' and g.paused_error is null
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

/** Records a dead letter and pauses its projection there. False when another node has moved the checkpoint meanwhile. */
export async function pauseProjection(
  db: Db,
  projection: { name: string; kind: ProjectionKind; generation: number },
  from: Position | null,
  event: RecordedEvent,
  error: unknown,
  at: string,
): Promise<boolean> {
  const text = describeError(error)
  return db.transaction().execute(async (tx) => {
    const paused = await sql`
      update ${tableOf(projection.kind)} set paused_error = ${text}, paused_position = ${event.position}, updated_at = now()
      where ${projection.kind === 'group' ? sql`generation = ${projection.generation} and state = 'live'` : sql`name = ${projection.name}`}
        and checkpoint is not distinct from ${from}::text`.execute(tx)
    if (Number(paused.numAffectedRows) !== 1) return false
    await recordDeadLetter(tx, projection.name, event, text, at)
    return true
  })
}

export async function recordDeadLetter(
  db: Db,
  name: string,
  event: RecordedEvent,
  error: string,
  at: string,
): Promise<void> {
  await sql`
    insert into engine.dead_letters (name, position, event_id, event_type, stream, error, outcome, at)
    values (${name}, ${event.position}, ${event.id}, ${event.type}, ${event.stream}, ${error}, 'waiting', ${at})
    on conflict (name, position) do update set error = excluded.error, at = excluded.at,
      outcome = case when engine.dead_letters.outcome = 'skipped' then 'skipped' else 'waiting' end
  `.execute(db)
}

/** Resumes a paused group or reactor, after its poison event (`skipped`) or with it (`retried`). False when it is not paused. */
export async function resumeProjection(db: Db, name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const over = sql.raw(outcome === 'skipped' ? 'checkpoint = was.paused_position,' : '')
    const resume = async (kind: ProjectionKind): Promise<Position | undefined> => {
      const live = sql.raw(kind === 'group' ? `and state = 'live'` : '')
      const { rows } = await sql<{ at: Position }>`
        with was as (
          select name, paused_position from ${tableOf(kind)}
          where name = ${name} and paused_error is not null ${live} for update
        )
        update ${tableOf(kind)} l set ${over} paused_error = null, paused_position = null, updated_at = now()
        from was where l.name = was.name ${live} returning was.paused_position as at`.execute(tx)
      return rows[0]?.at
    }
    const at = (await resume('group')) ?? (await resume('reactor'))
    if (at === undefined) return false
    await sql`update engine.dead_letters set outcome = ${outcome} where name = ${name} and position = ${at}`.execute(tx)
    return true
  })
}

/** Positions of the events that an operator has skipped for a group. */
export async function readSkipped(db: Db, name: string): Promise<ReadonlySet<Position>> {
  const { rows } = await sql<{ position: Position }>`
    select position from engine.dead_letters where name = ${name} and outcome = 'skipped'`.execute(db)
  return new Set(rows.map((row) => row.position))
}

/** Generations of one group, or of all groups. */
export async function readGenerations(db: Db, name: string | null = null): Promise<readonly Generation[]> {
  const { rows } = await sql<Generation>`
    select generation, name, version, state, checkpoint, events, views from engine.generations
    where name = coalesce(${name}::text, name) order by generation`.execute(db)
  return rows
}

/** Returns the schemas of the live generations of groups, by name, and locks them: they stay live until the transaction ends. */
export async function holdLive(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Pick<Generation, 'name' | 'generation'>>`
    select name, generation from engine.generations where name = any(${[...names]}::text[]) and state = 'live' for share`.execute(
    tx,
  )
  return new Map(rows.map(({ name, generation }) => [name, schemaOf(name, generation)]))
}

export async function insertGeneration(db: Db, name: string, version: number): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    insert into engine.generations (generation, name, version, state)
    values (nextval('engine.generation_numbers'), ${name}, ${version}, 'building') returning generation`.execute(db)
  return rows[0]!.generation
}

/** Reads the stored state of a reactor; creates it with the initial state if necessary. */
export async function readReactor(
  db: Db,
  name: string,
  initialState: unknown,
): Promise<Pick<StoredProjection, 'checkpoint' | 'pause'> & { readonly state: unknown }> {
  await sql`
    insert into engine.reactors (name, state) values (${name}, ${JSON.stringify(initialState)}::jsonb)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<ProjectionRow & { state: unknown }>`
    select checkpoint, state, paused_error, paused_position from engine.reactors where name = ${name}`.execute(db)
  const row = rows[0]!
  return { ...toProjection(row), state: row.state }
}

export async function requestRebuild(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into engine.requests (name) values (${name}) returning id`.execute(
    db,
  )
  return rows[0]!.id
}

export async function readRequest(db: Db, id: number): Promise<RebuildRequest | undefined> {
  const { rows } = await sql<RebuildRequest>`
    select id, name, state, done, total, error from engine.requests where id = ${id}`.execute(db)
  return rows[0]
}

export async function updateRequest(
  db: Db,
  id: number,
  set: { state: RebuildRequest['state']; done?: number; total?: number | null; error?: string },
): Promise<void> {
  await sql`update engine.requests set state = ${set.state}, done = coalesce(${set.done ?? null}::bigint, done),
    total = coalesce(${set.total ?? null}::bigint, total), error = ${set.error ?? null} where id = ${id}`.execute(db)
}

/** Records a decision for the waiting dead letters of a projection. False when there are none. */
export async function settleDeadLetters(db: Db, name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update engine.dead_letters set outcome = ${outcome} where name = ${name} and outcome = 'waiting'`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Returns the position of the last purge of simulated data, and whether a purge is unfinished. */
export async function readPurgeState(db: Db): Promise<PurgeState> {
  const { rows } = await sql<PurgeState>`
    select (${lastPurgeQuery}) as position, exists (${unfinishedQuery}) as "isRunning"`.execute(db)
  return rows[0]!
}

export async function requestPurge(db: Db): Promise<number> {
  const { rows } = await sql<{
    number: number
  }>`insert into engine.clearings default values returning number`.execute(db)
  return rows[0]!.number
}

export async function readPurge(db: Db, number: number): Promise<Purge | undefined> {
  const { rows } = await sql<Purge>`${purgesQuery} where number = ${number}`.execute(db)
  return rows[0]
}

export async function updatePurge(
  db: Db,
  number: number,
  set: Partial<Pick<Purge, 'state' | 'position' | 'done' | 'total' | 'error'>>,
): Promise<void> {
  const { state = null, position = null, done = null, total = null, error = null } = set
  await sql`update engine.clearings set state = coalesce(${state}::text, state), position = coalesce(${position}::text, position),
    done = coalesce(${done}::int, done), total = coalesce(${total}::int, total), error = ${error}::text
    where number = ${number}`.execute(db)
}

/** Deletes a reactor's state and pause: it restarts from the beginning of the log. */
export async function forgetReactor(db: Db, name: string): Promise<void> {
  await sql`delete from engine.reactors where name = ${name}`.execute(db)
  await settleDeadLetters(db, name, 'retried')
}
