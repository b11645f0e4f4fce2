import { sql } from 'kysely'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { CheckpointMoved } from './faults.ts'
import { type Db, type Generation, insertGeneration, schemaOf, type Tx } from './store.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Makes the empty tables of a group in a schema; its indexes are a step of their own, so that a load can come before them. */
export async function createTables(db: Db, group: ProjectionGroup, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql.raw(`create schema ${quoted(schema)}`).execute(tx)
    await sql.raw(`set local search_path to ${quoted(schema)}`).execute(tx)
    await sql.raw(group.ddl).execute(tx)
  })
}

/** Makes the indexes that a load does without, and gives the planner its numbers. However long it takes. */
export async function createIndexes(db: Db, group: ProjectionGroup, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql.raw(`set local search_path to ${quoted(schema)}; set local statement_timeout to 0`).execute(tx)
    if (group.indexes) await sql.raw(group.indexes).execute(tx)
  })
  await analyzeTables(db, schema)
}

/** Tables of a schema, by name. */
export async function tablesOf(db: Db, schema: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = ${schema} order by 1`.execute(db)
  return rows.map((row) => row.name)
}

/** Fresh tables have no statistics, and autovacuum comes too late for a load. */
export async function analyzeTables(db: Db, schema: string): Promise<void> {
  const tables = await tablesOf(db, schema)
  if (tables.length === 0) return
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout to 0`.execute(tx)
    await sql.raw(`analyze ${tables.map((table) => `${quoted(schema)}.${quoted(table)}`).join(', ')}`).execute(tx)
  })
}

/** Of tables that nothing has been projected into: they serve until a group's history has been. */
export const EMPTY = 0

/** The first generation of a group, without a row: made and live at once. Its version is the group's over an empty log, else `EMPTY`. */
export async function createFirst(db: Db, group: ProjectionGroup, version: number): Promise<void> {
  const generation = await insertGeneration(db, group.name, version)
  await createTables(db, group, schemaOf(group.name, generation))
  await createIndexes(db, group, schemaOf(group.name, generation))
  await db.transaction().execute((tx) => switchTo(tx, group, generation, undefined))
}

/**
 * Makes a built generation the live one: in the transaction given, so that readers see the old one or the new one, whole.
 * Throws `CheckpointMoved` when the old one is not live at its checkpoint any more.
 */
export async function switchTo(
  tx: Tx,
  group: ProjectionGroup,
  generation: number,
  old: Generation | undefined,
): Promise<void> {
  if (old) {
    const retired = await sql`update engine.generations set state = 'retired', updated_at = now()
      where generation = ${old.generation} and state = 'live' and checkpoint is not distinct from ${old.checkpoint}::text`.execute(
      tx,
    )
    if (Number(retired.numAffectedRows) !== 1)
      throw new CheckpointMoved(`projection ${group.name}: another writer has moved the live generation`)
  }
  const views = group.views.map((view) => view.name)
  const live = await sql`update engine.generations set state = 'live', views = ${views}::text[], updated_at = now()
    where generation = ${generation} and state = 'building'`.execute(tx)
  if (Number(live.numAffectedRows) !== 1)
    throw new CheckpointMoved(`projection ${group.name}: generation ${generation} is not building any more`)
  await pointViews(tx, group, schemaOf(group.name, generation))
  for (const gone of old?.views ?? []) {
    if (!views.includes(gone)) await sql.raw(`drop view if exists read.${quoted(gone)} cascade`).execute(tx)
  }
}

/**
 * Locks the views of a generation before anything moves, all in one statement that gives up before PostgreSQL looks for deadlocks
 * (after 1 s): a reader that joins two views may hold one while it waits for the other, and is not to be the one that fails.
 * Throws what `isLockFault` knows: better try again than hold up readers.
 */
export async function lockViews(tx: Tx, views: readonly string[]): Promise<void> {
  await sql.raw(`set local lock_timeout to '300ms'; set local statement_timeout to '300ms'`).execute(tx)
  if (views.length > 0)
    await sql
      .raw(`lock table ${views.map((view) => `read.${quoted(view)}`).join(', ')} in access exclusive mode`)
      .execute(tx)
  await sql.raw('set local statement_timeout to default').execute(tx)
}

/** Ends the sessions of other roles that hold the views, as far as ours may: a transaction can stay open for as long as its role likes. */
export async function endReaders(db: Db, views: readonly string[]): Promise<void> {
  await sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.usename <> current_user and pg_has_role(a.usesysid, 'usage') and exists (
      select from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = a.pid and c.relnamespace = 'read'::regnamespace and c.relname = any(${[...views]}::text[]))`.execute(
    db,
  )
}

/** A lock was not to be had in time: `lock_not_available`, or `query_canceled` by the statement's own limit. */
export const isLockFault = (error: unknown): boolean =>
  ['55P03', '57014'].includes((error as { code?: string }).code ?? '')

/** Replaces where the columns allow it, which keeps analysts' own views on top; else drops them with it. */
async function pointViews(tx: Tx, group: ProjectionGroup, schema: string): Promise<void> {
  await sql.raw(`set local search_path to ${quoted(schema)}`).execute(tx)
  for (const view of group.views) {
    const name = `read.${quoted(view.name)}`
    const body = `view ${name} as ${view.sql ?? `select * from ${quoted(view.name)}`}`
    await sql.raw('savepoint view').execute(tx)
    try {
      await sql.raw(`create or replace ${body}`).execute(tx)
    } catch (error) {
      const code = (error as { code?: string }).code
      // Columns went, changed their type or place: 42P16; it was no view before: 42809.
      if (code !== '42P16' && code !== '42809') throw error
      await sql.raw(`rollback to savepoint view; drop view ${name} cascade; create ${body}`).execute(tx)
    }
    await sql.raw(`release savepoint view; comment on view ${name} is ${literal(view.doc)}`).execute(tx)
  }
}

/**
 * Retires the groups that no longer exist, in two calls. After the first they have the version `EMPTY`: nodes of an older version, which
 * still know them, stop waiting for them. After the second they are retired.
 */
export async function retireOthers(db: Db, groups: readonly string[]): Promise<void> {
  await sql`
    update engine.generations set state = case version when ${EMPTY} then 'retired' else state end, version = ${EMPTY}, updated_at = now()
    where state = 'live' and name <> all(${[...groups]}::text[])`.execute(db)
}

/** Drops a generation that nobody reads any more. Waits a little for reads under way; false when they take longer. */
export async function dropGeneration(db: Db, name: string, generation: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      // Shorter than PostgreSQL waits before it looks for deadlocks: a reader is not to be the one that fails.
      await sql`set local lock_timeout to '700ms'`.execute(tx)
      await sql.raw(`drop schema if exists ${quoted(schemaOf(name, generation))} cascade`).execute(tx)
      await sql`delete from engine.generations where generation = ${generation} and state <> 'live'`.execute(tx)
    })
    return true
  } catch (error) {
    if (isLockFault(error)) return false
    throw error
  }
}
