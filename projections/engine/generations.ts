import { sql } from 'kysely'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { CheckpointMoved } from './faults.ts'
import { type Db, type Generation, insertGeneration, schemaOf, type Tx } from './store.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

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

/** Version of empty tables, which are served until the history of a group has been replayed. */
export const EMPTY = 0

/** Creates the first generation of a group, empty and live. `version`: the group's if the log is empty, else `EMPTY`. */
export async function createFirst(db: Db, group: ProjectionGroup, version: number): Promise<void> {
  const generation = await insertGeneration(db, group.name, version)
  await createTables(db, group, schemaOf(group.name, generation))
  await createIndexes(db, group, schemaOf(group.name, generation))
  await db.transaction().execute((tx) => switchTo(tx, group, generation, undefined))
}

/**
 * Makes a built generation the live one, in the caller's transaction: readers see either the old or the new one.
 * Throws `CheckpointMoved` when the old one is no longer live at its checkpoint.
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
    throw new CheckpointMoved(`projection ${group.name}: generation ${generation} is no longer building`)
  await pointViews(tx, group, schemaOf(group.name, generation))
  for (const gone of old?.views ?? []) {
    if (!views.includes(gone)) await sql.raw(`drop view if exists read.${quoted(gone)} cascade`).execute(tx)
  }
}

/**
 * Locks all views of a generation in one statement, before the switch. A reader that joins two views may hold one while it waits for the
 * other. The reader must not be the one that fails, so the statement gives up before PostgreSQL checks for deadlocks (after 1 s).
 * Throws an error that `isLockFault` recognises; the caller retries instead of delaying readers.
 */
export async function lockViews(tx: Tx, views: readonly string[]): Promise<void> {
  await sql.raw(`set local lock_timeout to '300ms'; set local statement_timeout to '300ms'`).execute(tx)
  if (views.length > 0)
    await sql
      .raw(`lock table ${views.map((view) => `read.${quoted(view)}`).join(', ')} in access exclusive mode`)
      .execute(tx)
  await sql.raw('set local statement_timeout to default').execute(tx)
}

/** Terminates sessions of other roles that lock the views, where permitted: their transactions could stay open indefinitely. */
export async function endReaders(db: Db, views: readonly string[]): Promise<void> {
  await sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.usename <> current_user and pg_has_role(a.usesysid, 'usage') and exists (
      select from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = a.pid and c.relnamespace = 'read'::regnamespace and c.relname = any(${[...views]}::text[]))`.execute(
    db,
  )
}

/** Whether a lock was not acquired in time: `lock_not_available`, or `query_canceled` by the statement timeout. */
export const isLockFault = (error: unknown): boolean =>
  ['55P03', '57014'].includes((error as { code?: string }).code ?? '')

/** Replaces each view if its columns allow it, which keeps views that analysts built on it; otherwise drops both. */
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
      // 42P16: a column was removed, or changed its type or order. 42809: the relation was not a view.
      if (code !== '42P16' && code !== '42809') throw error
      await sql.raw(`rollback to savepoint view; drop view ${name} cascade; create ${body}`).execute(tx)
    }
    await sql.raw(`release savepoint view; comment on view ${name} is ${literal(view.doc)}`).execute(tx)
  }
}

/**
 * Retires the groups that no longer exist, in two calls. The first sets their version to `EMPTY`, so that nodes of an older version stop
 * waiting for them. The second retires them.
 */
export async function retireOthers(db: Db, groups: readonly string[]): Promise<void> {
  await sql`
    update engine.generations set state = case version when ${EMPTY} then 'retired' else state end, version = ${EMPTY}, updated_at = now()
    where state = 'live' and name <> all(${[...groups]}::text[])`.execute(db)
}

/** Drops a generation that is not live. Waits 700 ms for running reads; returns false when they take longer. */
export async function dropGeneration(db: Db, name: string, generation: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      // Shorter than PostgreSQL's `deadlock_timeout`, so that a deadlock never fails the reader.
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
