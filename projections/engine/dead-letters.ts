import { sql } from 'kysely'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { ProjectionKind } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { describeError } from './faults.ts'
import { complete, type Db, readReactor } from './store.ts'

const tableOf = (kind: ProjectionKind) => (kind === 'group' ? sql`engine.generations` : sql`engine.reactors`)

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
      where ${projection.kind === 'group' ? sql`generation = ${projection.generation} and ${complete}` : sql`name = ${projection.name}`}
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

/**
 * Resumes a paused group or reactor, after its poison event (`skipped`) or with it (`retried`). False when it is not paused. `version`:
 * version of the group; null for a reactor.
 */
export async function resumeProjection(
  db: Db,
  name: string,
  version: number | null,
  outcome: 'retried' | 'skipped',
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const over = sql.raw(outcome === 'skipped' ? 'checkpoint = was.paused_position,' : '')
    const { rows } =
      version === null
        ? await sql<{ at: Position }>`
            with was as (
              select name, paused_position from engine.reactors where name = ${name} and paused_error is not null for update
            )
            update engine.reactors r set ${over} paused_error = null, paused_position = null, updated_at = now()
            from was where r.name = was.name returning was.paused_position as at`.execute(tx)
        : await sql<{ at: Position }>`
            with was as (
              select generation, paused_position from engine.generations
              where name = ${name} and version = ${version} and ${complete} and paused_error is not null for update
            )
            update engine.generations g set ${over} paused_error = null, paused_position = null, updated_at = now()
            from was where g.generation = was.generation returning was.paused_position as at`.execute(tx)
    const at = rows[0]?.at
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

/** Records a decision for the waiting dead letters of a projection, except those that pause a version. False when there are none. */
export async function settleDeadLetters(db: Db, name: string, outcome: 'retried' | 'skipped'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update engine.dead_letters d set outcome = ${outcome} where name = ${name} and outcome = 'waiting'
      and not exists (select from engine.generations g where g.name = d.name and g.paused_position = d.position)`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}

/** Deletes a reactor's state and pause: it replays the log from the beginning, up to the position that it has reached. */
export async function replayReactor(
  db: Db,
  { name, initialState }: Reactor,
  log: Pick<EventLog, 'compare'>,
): Promise<void> {
  const { checkpoint, replaysTo } = await readReactor(db, name, initialState)
  const isAhead = checkpoint !== null && (replaysTo === null || log.compare(checkpoint, replaysTo) > 0)
  await sql`delete from engine.reactors where name = ${name}`.execute(db)
  await sql`
    insert into engine.reactors (name, state, replays_to)
    values (${name}, ${JSON.stringify(initialState)}::jsonb, ${isAhead ? checkpoint : replaysTo})`.execute(db)
  await settleDeadLetters(db, name, 'retried')
}
