import { type Kysely, sql, type Transaction } from 'kysely'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { planned } from '../../src/kernel/planned.ts'
import type { DeadLetter, LaneKind, Pause } from '../../src/slice/projection-status.ts'
import { describeError } from './faults.ts'
import { encodeMessages } from './messages.ts'

/** Notifications between nodes. */
export const channel = 'plp_engine'

/** A group's live generation, or a reactor: where it stands in the store. */
export interface StoredLane {
  readonly name: string
  readonly kind: LaneKind
  readonly checkpoint: Position | null
  readonly events: number
  readonly pause: Pause | null
  /** Of groups only. */
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

interface LaneRow {
  name: string
  kind: LaneKind
  checkpoint: Position | null
  events: number
  generation: number
  version: number
  paused_error: string | null
  paused_position: Position | null
}

/** A checkpoint that moved over events which changed nothing. */
export interface Ahead {
  readonly kind: LaneKind
  readonly name: string
  readonly generation: number
  readonly from: Position | null
  readonly to: Position
  /** Events taken on the way that are not counted in the store yet. */
  readonly events: number
}

/** Kysely, and a transaction of it, over whatever tables a statement names. */
// biome-ignore lint/suspicious/noExplicitAny: the engine carries the tables of every group
export type Db = Kysely<any>
// biome-ignore lint/suspicious/noExplicitAny: the engine carries the tables of every group
export type Tx = Transaction<any>

/** Schema of one generation's tables. */
export const schemaOf = (name: string, generation: number): string => `${name}_g${generation}`

const lanesQuery = sql`
  select name, 'group' as kind, checkpoint, events, generation, version, paused_error, paused_position
  from engine.generations where state = 'live'
  union all
  select name, 'reactor', checkpoint, events, 0, 0, paused_error, paused_position from engine.reactors`

const clearingsQuery = sql`select number, id, state, position, done, total, error from engine.clearings`
const lastClearingQuery = sql<{
  position: Position
}>`select position from engine.clearings where position is not null order by number desc limit 1`

const lastDoneQuery = sql<{
  position: Position
}>`select position from engine.clearings where state = 'done' order by number desc limit 1`

const toLane = (row: LaneRow): StoredLane => ({
  name: row.name,
  kind: row.kind,
  checkpoint: row.checkpoint,
  events: row.events,
  generation: row.generation,
  version: row.version,
  pause: row.paused_error === null ? null : { error: row.paused_error, position: row.paused_position! },
})

/** Live generations and reactors, by kind and name. */
export async function readLanes(db: Db): Promise<readonly StoredLane[]> {
  const { rows } = await sql<LaneRow>`${lanesQuery}`.execute(db)
  return rows.map(toLane)
}

/** Whether nothing is projected into it on this node: it is paused, or its generation is of another version than the node's code. */
export function isHalted(stored: StoredLane, groups: readonly { name: string; version: number }[]): boolean {
  if (stored.pause) return true
  const group = groups.find((each) => each.name === stored.name)
  return group !== undefined && group.version !== stored.version
}

/** A clear of simulated data that somebody asked for. */
export interface Clearing {
  readonly number: number
  /** Of the event that says so. */
  readonly id: string
  readonly state: 'asked' | 'running' | 'done' | 'failed'
  /** null: the event is not in the log yet. */
  readonly position: Position | null
  readonly done: number
  readonly total: number | null
  readonly error: string | null
}

/** What a node looks at every second, in one statement. */
export interface StoreLook {
  readonly lanes: readonly StoredLane[]
  /** The oldest clear that is not done, also one that a leader left half done. */
  readonly clearing: Clearing | null
  /** Where the last clear stands in the log. */
  readonly cleared: Position | null
  /** The oldest rebuild that waits, also one that a leader left half done. */
  readonly request: Pick<RebuildRequest, 'id' | 'name'> | null
  /** Events that wait for a decision, by projection. */
  readonly waiting: Readonly<Record<string, number>>
}

/** Where everything stands, in one statement. */
export interface StoreStatus {
  readonly lanes: readonly StoredLane[]
  /** Events that wait for a decision, newest first. */
  readonly letters: readonly DeadLetter[]
  /** How many events the generations that are being built have taken, by group. */
  readonly building: ReadonlyMap<string, number>
}

export async function readStatus(db: Db): Promise<StoreStatus> {
  const { rows } = await sql<{ lanes: LaneRow[]; letters: DeadLetter[]; building: { name: string; events: number }[] }>`
    select
      (select coalesce(json_agg(l), '[]') from (${lanesQuery}) l) as lanes,
      (select coalesce(json_agg(d), '[]') from (
         select name, position, event_id as "eventId", event_type as "eventType", stream, error, outcome, at
         from engine.dead_letters where outcome = 'waiting' order by at desc, position desc) d) as letters,
      (select coalesce(json_agg(b), '[]') from (
         select name, events from engine.generations where state = 'building' order by generation) b) as building
  `.execute(db)
  const { lanes, letters, building } = rows[0]!
  return {
    lanes: lanes.map(toLane),
    letters: letters.map((letter) => ({ ...letter, at: new Date(letter.at).toISOString() })),
    building: new Map(building.map(({ name, events }) => [name, events])),
  }
}

export async function lookAtStore(db: Db): Promise<StoreLook> {
  const { rows } = await sql<Omit<StoreLook, 'lanes'> & { lanes: LaneRow[] }>`
    select
      (select row_to_json(c) from (${clearingsQuery} where state in ('asked', 'running') order by number limit 1) c) as clearing,
      (${lastClearingQuery}) as cleared,
      (select coalesce(json_agg(l), '[]') from (${lanesQuery}) l) as lanes,
      (select json_build_object('id', id, 'name', name) from engine.requests
       where state in ('waiting', 'running') order by id limit 1) as request,
      (select coalesce(json_object_agg(name, n), '{}') from (
         select name, count(*) as n from engine.dead_letters where outcome = 'waiting' group by name) d) as waiting
  `.execute(db)
  const { lanes, ...look } = rows[0]!
  return { lanes: lanes.map(toLane), ...look }
}

/**
 * Moves the checkpoints of several groups and reactors in one statement, each by compare-and-set, and tells all nodes. Gives the names of
 * those that were moved. As with every checkpoint, losing the last ones in a crash is harmless.
 */
export async function storeAhead(db: Db, node: string, ahead: readonly Ahead[]): Promise<ReadonlySet<string>> {
  const moved = ahead.map(({ name, to }) => ({ name, position: to }))
  const [payload] = encodeMessages({ node, moved, changes: [], reload: false })
  const { rows } = await sql<{ names: string[] }>`${planned}
    with setting as materialized (select set_config('synchronous_commit', 'off', true)),
    ahead as materialized (
      select a.* from setting, json_to_recordset(${JSON.stringify(ahead)}::json)
        as a(kind text, name text, generation int, "from" text, "to" text, events bigint)
    ),
    groups as (
      update engine.generations g set checkpoint = a."to", events = g.events + a.events, updated_at = now() from ahead a
      where a.kind = 'group' and g.generation = a.generation and g.state = 'live' and g.paused_error is null
        and g.checkpoint is not distinct from a."from" returning g.name
    ),
    reactors as (
      update engine.reactors r set checkpoint = a."to", events = r.events + a.events, updated_at = now() from ahead a
      where a.kind = 'reactor' and r.name = a.name and r.paused_error is null
        and r.checkpoint is not distinct from a."from" returning r.name
    ),
    moved as (select name from groups union all select name from reactors)
    select coalesce((select json_agg(name) from moved), '[]') as names,
      pg_notify(${channel}, (select version from engine.live_version) || ' ' || ${payload}::text)
  `.execute(db)
  return new Set(rows[0]!.names)
}

/** Sends payloads to all nodes with the commit of `db`'s transaction; gives the version they carry, which grows in commit order. */
export async function publish(db: Db, payloads: readonly string[]): Promise<string> {
  const { rows } = await sql<{ version: string }>`${planned}
    with next as (update engine.live_version set version = version + 1 returning version)
    select version::text as version, pg_notify(${channel}, version || ' ' || payload)
    from next, unnest(${payloads}::text[]) payload
  `.execute(db)
  return rows[0]?.version ?? '0'
}

/** Records the event that could not be taken and stops its projection there; false when another node has moved it meanwhile. */
export async function pauseLane(
  db: Db,
  lane: { name: string; kind: LaneKind; generation: number },
  from: Position | null,
  event: RecordedEvent,
  error: unknown,
  at: string,
): Promise<boolean> {
  const text = describeError(error)
  return db.transaction().execute(async (tx) => {
    const paused =
      lane.kind === 'group'
        ? await sql`update engine.generations set paused_error = ${text}, paused_position = ${event.position}, updated_at = now()
            where generation = ${lane.generation} and state = 'live' and checkpoint is not distinct from ${from}::text`.execute(
            tx,
          )
        : await sql`update engine.reactors set paused_error = ${text}, paused_position = ${event.position}, updated_at = now()
            where name = ${lane.name} and checkpoint is not distinct from ${from}::text`.execute(tx)
    if (Number(paused.numAffectedRows) !== 1) return false
    await recordDeadLetter(tx, lane.name, event, text, at)
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

/** Lets a paused projection or reactor go on: over its poison event (`skipped`) or with it once more (`retried`). False when it is not paused. */
export async function resumeLane(db: Db, name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const over = sql.raw(outcome === 'skipped' ? 'checkpoint = was.paused_position,' : '')
    const { rows: groups } = await sql<{ at: Position }>`
      with was as (
        select generation, paused_position from engine.generations
        where name = ${name} and state = 'live' and paused_error is not null for update
      )
      update engine.generations g set ${over} paused_error = null, paused_position = null, updated_at = now()
      from was where g.generation = was.generation returning was.paused_position as at`.execute(tx)
    const { rows: reactors } = await sql<{ at: Position }>`
      with was as (
        select name, paused_position from engine.reactors where name = ${name} and paused_error is not null for update
      )
      update engine.reactors r set ${over} paused_error = null, paused_position = null, updated_at = now()
      from was where r.name = was.name returning was.paused_position as at`.execute(tx)
    const at = groups[0]?.at ?? reactors[0]?.at
    if (at === undefined) return false
    await sql`update engine.dead_letters set outcome = ${outcome} where name = ${name} and position = ${at}`.execute(tx)
    return true
  })
}

/** Positions of the events that an operator has decided a group goes without. */
export async function readSkipped(db: Db, name: string): Promise<ReadonlySet<Position>> {
  const { rows } = await sql<{ position: Position }>`
    select position from engine.dead_letters where name = ${name} and outcome = 'skipped'`.execute(db)
  return new Set(rows.map((row) => row.position))
}

export async function readGenerations(db: Db, name: string): Promise<readonly Generation[]> {
  const { rows } = await sql<Generation>`
    select generation, name, version, state, checkpoint, events, views from engine.generations
    where name = ${name} order by generation`.execute(db)
  return rows
}

/** The schemas of the live generations of groups, by name. They stay live until the transaction ends. */
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

export async function insertReactor(db: Db, name: string, state: unknown): Promise<void> {
  await sql`insert into engine.reactors (name, state) values (${name}, ${JSON.stringify(state)}::jsonb) on conflict do nothing`.execute(
    db,
  )
}

export async function askForRebuild(db: Db, name: string): Promise<number> {
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

/** Decides about the events that wait; false when none does. */
export async function settleDeadLetters(db: Db, name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update engine.dead_letters set outcome = ${outcome} where name = ${name} and outcome = 'waiting'`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Where the last clear of simulated data stands in the log, or the last that is done; null: there was none. */
export async function lastClearing(db: Db, state?: 'done'): Promise<Position | null> {
  const { rows } = await (state ? lastDoneQuery : lastClearingQuery).execute(db)
  return rows[0]?.position ?? null
}

export async function askForClearing(db: Db): Promise<number> {
  const { rows } = await sql<{
    number: number
  }>`insert into engine.clearings default values returning number`.execute(db)
  return rows[0]!.number
}

export async function readClearing(db: Db, number: number): Promise<Clearing | undefined> {
  const { rows } = await sql<Clearing>`${clearingsQuery} where number = ${number}`.execute(db)
  return rows[0]
}

export async function updateClearing(
  db: Db,
  number: number,
  set: Partial<Pick<Clearing, 'state' | 'position' | 'done' | 'total' | 'error'>>,
): Promise<void> {
  const { state = null, position = null, done = null, total = null, error = null } = set
  await sql`update engine.clearings set state = coalesce(${state}::text, state), position = coalesce(${position}::text, position),
    done = coalesce(${done}::int, done), total = coalesce(${total}::int, total), error = ${error}::text
    where number = ${number}`.execute(db)
}

/** Takes every reactor back to where it was before the first simulated event that stood; one that was paused behind it goes on. */
export async function takeReactorsBack(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update engine.reactors set checkpoint = before->>'checkpoint', state = before->'state', before = null,
      paused_error = null, paused_position = null, updated_at = now()
    where before is not null returning name`.execute(db)
  for (const { name } of rows) await settleDeadLetters(db, name, 'retried')
}
