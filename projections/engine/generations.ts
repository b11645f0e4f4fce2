import { sql } from 'kysely'
import { escapeLiteral as literal, escapeIdentifier as quoted } from 'pg'
import { pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { viewSchemaOf } from '../../src/slice/view-schemas.ts'
import { CheckpointMoved } from './faults.ts'
import {
  type Db,
  EMPTY,
  type Generation,
  insertGeneration,
  isComplete,
  readGenerations,
  schemaOf,
  type Tx,
} from './store.ts'

/** Creates the empty tables of a group in a schema. Indexes are created separately, after a bulk load. */
export async function createTables(db: Db, group: ProjectionGroup, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql.raw(`create schema ${quoted(schema)}`).execute(tx)
    await sql.raw(`set local search_path to ${quoted(schema)}`).execute(tx)
    await sql.raw(group.ddl).execute(tx)
  })
}

/** Creates the indexes that a bulk load does not need and updates statistics, without a statement timeout. */
export async function createIndexes(db: Db, group: ProjectionGroup, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql.raw(`set local search_path to ${quoted(schema)}; set local statement_timeout to 0`).execute(tx)
    if (group.indexes) await sql.raw(group.indexes).execute(tx)
  })
  await analyzeTables(db, schema)
}

/** Names of the tables of a schema, sorted. */
export async function tablesOf(db: Db, schema: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = ${schema} order by 1`.execute(db)
  return rows.map((row) => row.name)
}

/** Updates the statistics of new tables: autovacuum would run too late for a bulk load. */
export async function analyzeTables(db: Db, schema: string): Promise<void> {
  const tables = await tablesOf(db, schema)
  if (tables.length === 0) return
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout to 0`.execute(tx)
    await sql.raw(`analyze ${tables.map((table) => `${quoted(schema)}.${quoted(table)}`).join(', ')}`).execute(tx)
  })
}

/** Creates the first generation of a group, empty and complete. `version`: the group's if the log is empty, else `EMPTY`. */
export async function createFirst(db: Db, group: ProjectionGroup, version: number): Promise<void> {
  const generation = await insertGeneration(db, group.name, version, null)
  await createTables(db, group, schemaOf(group.name, generation))
  await createIndexes(db, group, schemaOf(group.name, generation))
  await db.transaction().execute((tx) => switchTo(tx, group, generation, undefined))
}

/**
 * Completes a built generation in the caller's transaction: nodes of its version read either `old` or this one, as do the views of
 * `read` if they select from `old`, or from no tables of the group. Throws `CheckpointMoved` when `old` is no longer complete at its
 * checkpoint.
 */
export async function switchTo(
  tx: Tx,
  group: ProjectionGroup,
  generation: number,
  old: Pick<Generation, 'generation' | 'checkpoint'> | undefined,
): Promise<void> {
  // Two versions may complete their first tables at once; one of them becomes live.
  if (!old) await sql`lock table engine.projectors in share row exclusive mode`.execute(tx)
  const was = old
    ? await retire(tx, group, old)
    : (await readGenerations(tx, group.name)).some(({ state }) => state === 'live')
      ? { state: 'beside' as const, views: [], wasLive: false }
      : { state: 'live' as const, views: [], wasLive: false }
  const completed = await sql`
    update engine.generations set state = ${was.state}, views = ${namesOf(group)}::text[], has_views = true, was_live = ${was.wasLive} or checkpoint is null, updated_at = now()
    where generation = ${generation} and state = 'preparing'`.execute(tx)
  if (Number(completed.numAffectedRows) !== 1)
    throw new CheckpointMoved(`projection ${group.name}: generation ${generation} is no longer being built`)
  await pointOwnViews(tx, group, generation)
  if (was.state !== 'live') return
  await pointViews(tx, group, generation, 'read')
  await dropServedViews(tx, was.views, namesOf(group))
}

/** Empty tables remain beside: another version may use them, too. */
async function retire(
  tx: Tx,
  { name }: ProjectionGroup,
  { generation, checkpoint }: Pick<Generation, 'generation' | 'checkpoint'>,
): Promise<Pick<Generation, 'state' | 'views'> & { readonly wasLive: boolean }> {
  const { rows } = await sql<Pick<Generation, 'state' | 'views'> & { wasLive: boolean }>`
    with was as (select generation, state from engine.generations where generation = ${generation} for update)
    update engine.generations g set state = case version when ${EMPTY} then 'beside' else 'retired' end, updated_at = now() from was
    where g.generation = was.generation and was.state in ('live', 'beside') and g.checkpoint is not distinct from ${checkpoint}::text
    returning was.state, g.views, g.was_live as "wasLive"`.execute(tx)
  if (!rows[0]) throw new CheckpointMoved(`projection ${name}: another writer has moved the generation in use`)
  return rows[0]
}

/**
 * Points the views of `read` at the complete generations of these groups, and drops those of other groups, in the caller's transaction.
 * Throws an error that `isLockFault` recognises when reads delay it.
 * The tables that `read` selected from remain, for nodes of their version.
 */
export async function serve(tx: Tx, groups: readonly ProjectionGroup[]): Promise<void> {
  const all = await readGenerations(tx)
  const served = new Map(all.filter(({ state }) => state === 'live').map((each) => [each.name, each]))
  const isOwn = ({ name, version }: Generation) =>
    groups.some((group) => group.name === name && [group.version, EMPTY].includes(version))
  const replaced = [...served.values()].filter((live) => !isOwn(live))
  await lockViews(
    tx,
    replaced.flatMap(({ views }) => views.map((view) => `read.${quoted(view)}`)),
  )
  for (const { generation } of replaced) await setState(tx, generation, 'live', 'beside')
  for (const group of groups) {
    const live = served.get(group.name)
    if (live && isOwn(live)) continue
    const own = all.find((each) => isComplete(each) && each.name === group.name && each.version === group.version)
    if (!own) throw new CheckpointMoved(`projection ${group.name}: version ${group.version} is not built`)
    await setState(tx, own.generation, 'beside', 'live')
    await pointViews(tx, group, own.generation, 'read')
  }
  await dropServedViews(
    tx,
    replaced.flatMap(({ views }) => views),
    groups.flatMap(namesOf),
  )
  // Events that stopped only the versions before are no longer of interest.
  await sql`update engine.dead_letters d set outcome = 'retried' where outcome = 'waiting' and name = any(${replaced.map(({ name }) => name)}::text[])
    and not exists (select from engine.generations g where g.name = d.name and g.paused_position = d.position)`.execute(
    tx,
  )
}

async function setState(tx: Tx, generation: number, from: Generation['state'], to: Generation['state']): Promise<void> {
  const moved = await sql`update engine.generations set state = ${to}, was_live = true, updated_at = now()
    where generation = ${generation} and state = ${from}`.execute(tx)
  if (Number(moved.numAffectedRows) !== 1) throw new CheckpointMoved(`generation ${generation} is no longer ${from}`)
}

/** Creates the views of a version over a complete generation that a node without such views has built. */
export async function addViews(db: Db, group: ProjectionGroup, generation: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from engine.generations
      where generation = ${generation} and state in ('live', 'beside') and not has_views for update`.execute(tx)
    if (rows.length === 0) return
    await pointOwnViews(tx, group, generation)
    await sql`update engine.generations set has_views = true where generation = ${generation}`.execute(tx)
  })
}

/** Names, with schema, of the views that select from a complete generation. */
export const viewsOver = ({ name, version, state, views }: Generation): readonly string[] =>
  [viewSchemaOf({ name, version }), ...(state === 'live' ? ['read'] : [])].flatMap((schema) =>
    views.map((view) => `${schema}.${quoted(view)}`),
  )

/**
 * Locks views in one statement, before a switch. A reader that joins two views may hold one while it waits for the other. The reader
 * must not be the one that fails, so the statement gives up before PostgreSQL checks for deadlocks (after 1 s).
 * Throws an error that `isLockFault` recognises; the caller retries instead of delaying readers.
 */
export async function lockViews(tx: Tx, views: readonly string[]): Promise<void> {
  await sql.raw(`set local lock_timeout to '300ms'; set local statement_timeout to '300ms'`).execute(tx)
  const present = await sql<{ name: string }>`
    select name from unnest(${[...views]}::text[]) name where to_regclass(name) is not null`.execute(tx)
  if (present.rows.length > 0)
    await sql.raw(`lock table ${present.rows.map(({ name }) => name).join(', ')} in access exclusive mode`).execute(tx)
  await sql.raw('set local statement_timeout to default').execute(tx)
}

/** Terminates sessions of other roles that lock the views, where permitted: their transactions could stay open indefinitely. */
export async function endReaders(db: Db, views: readonly string[]): Promise<void> {
  await sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.usename <> current_user and pg_has_role(a.usesysid, 'usage') and exists (
      select from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = a.pid and l.granted and c.relnamespace = 'read'::regnamespace and c.relname = any(${[...views]}::text[]))`.execute(
    db,
  )
}

/**
 * Runs a switch and meanwhile ends sessions of other roles that hold locks on its views. Ended before it, they could return in time.
 * New ones queue behind the switch.
 */
export async function endingReaders<T>(db: Db, views: readonly string[], switching: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const ending = (async () => {
    for (; !over.signal.aborted; await pause(50, over.signal)) await endReaders(db, views)
  })().catch(() => undefined)
  try {
    return await switching()
  } finally {
    over.abort()
    await ending
  }
}

/** Whether a lock was not acquired in time: `lock_not_available`, or `query_canceled` by the statement timeout. */
export const isLockFault = (error: unknown): boolean =>
  ['55P03', '57014'].includes((error as { code?: string }).code ?? '')

const namesOf = (group: ProjectionGroup): readonly string[] => group.views.map((view) => view.name)

async function pointOwnViews(tx: Tx, group: ProjectionGroup, generation: number): Promise<void> {
  const schema = viewSchemaOf(group)
  await sql.raw(`create schema if not exists ${quoted(schema)}`).execute(tx)
  await pointViews(tx, group, generation, schema)
}

async function dropServedViews(tx: Tx, before: readonly string[], now: readonly string[]): Promise<void> {
  for (const view of before)
    if (!now.includes(view)) await sql.raw(`drop view if exists read.${quoted(view)} cascade`).execute(tx)
}

/** Replaces each view if its columns allow it, which keeps views that analysts built on it; otherwise drops both. */
async function pointViews(tx: Tx, group: ProjectionGroup, generation: number, target: string): Promise<void> {
  await sql.raw(`set local search_path to ${quoted(schemaOf(group.name, generation))}`).execute(tx)
  for (const view of group.views) {
    // Not "read".view, which the client would replace.
    const name = `${target}.${quoted(view.name)}`
    const select = target === 'read' ? view.sql : (view.ownSql ?? view.sql)
    const body = `view ${name} as ${select ?? `select * from ${quoted(view.name)}`}`
    // A column was removed, or changed its type or order. PostgreSQL's log has no errors that a block catches.
    await sql
      .raw(
        `do $view$ begin create or replace ${body};
         exception when invalid_table_definition then drop view ${name} cascade; create ${body}; end $view$;
         comment on view ${name} is ${literal(view.doc)}`,
      )
      .execute(tx)
  }
}

/** Drops a generation, unless it is in use. Waits 700 ms for running reads; returns false when they take longer. */
export async function dropGeneration(db: Db, name: string, generation: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      // Shorter than PostgreSQL's `deadlock_timeout`, so that a deadlock never fails the reader.
      await sql`set local lock_timeout to '700ms'`.execute(tx)
      const { rows } = await sql<Pick<Generation, 'state'>>`
        select state from engine.generations where generation = ${generation} for update`.execute(tx)
      if (rows.some(isComplete)) throw new Error(`${schemaOf(name, generation)} is in use`)
      await sql.raw(`drop schema if exists ${quoted(schemaOf(name, generation))} cascade`).execute(tx)
      await sql`delete from engine.generations where generation = ${generation} and state not in ('live', 'beside')`.execute(
        tx,
      )
    })
    return true
  } catch (error) {
    if (isLockFault(error)) return false
    throw error
  }
}

/** Drops the tables of a version of a group that no node uses, and its views. `read` does not select from them. */
export async function dropVersion(db: Db, { name, version }: Pick<Generation, 'name' | 'version'>): Promise<void> {
  const { rows } = await sql<{ generation: number }>`
    update engine.generations set state = 'retired', updated_at = now()
    where name = ${name} and version = ${version} and state in ('beside', 'preparing') returning generation`.execute(db)
  for (const { generation } of rows) await dropGeneration(db, name, generation)
  await sql.raw(`drop schema if exists ${quoted(viewSchemaOf({ name, version }))} cascade`).execute(db)
}
