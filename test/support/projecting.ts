import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Tx } from '../../projections/engine/store.ts'
import type { Database } from '../../src/database/database.ts'
import type { Event, Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from './postgres.ts'

/** A recorded event with position and revision `n`, effective and recorded at `at`. */
export function recordedAt(event: Event, n: number, at: string, stream = 's'): RecordedEvent {
  const metadata = { $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at } as const
  return { id: randomUUID(), ...event, metadata, stream, revision: n, position: String(n) as Position, recordedAt: at }
}

/** Projects events into a fresh schema in batches of `size`. Returns the result of `read` and the live changes. */
export async function projectedInto<Found>(
  { db }: Pick<Database, 'db'>,
  group: ProjectionGroup,
  events: readonly RecordedEvent[],
  size: number,
  read: (tx: Tx) => Promise<Found>,
): Promise<{ found: Found; changes: LiveChange[] }> {
  const name = `${group.name}_${randomUUID().slice(0, 8)}`
  const inSchema = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`set local search_path to ${sql.id(name)}`.execute(tx)
      return work(tx as Tx)
    })
  await sql`create schema ${sql.id(name)}`.execute(db)
  await inSchema((tx) => sql.raw(`${group.ddl};${group.indexes ?? ''}`).execute(tx))
  const changes: LiveChange[] = []
  for (let from = 0; from < events.length; from += size)
    changes.push(...(await inSchema((tx) => group.project(tx, events.slice(from, from + size)))))
  const found = await inSchema(read)
  await sql`drop schema ${sql.id(name)} cascade`.execute(db)
  return { found, changes }
}

/** All rows of the named tables, by table name. */
export async function rowsOfTables(tx: Tx, names: readonly string[]): Promise<Record<string, any[]>> {
  const tables: Record<string, any[]> = {}
  for (const name of names) {
    const { rows } = await sql<{
      row: any
    }>`select to_jsonb(t) as row from ${sql.table(name)} t order by t::text`.execute(tx)
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}

/** An event, and its time in ISO 8601 where that matters. */
type Given = Event & { readonly at?: string }

/**
 * Returns a function that projects events in batches of `size` and returns all rows of all tables, with the live changes.
 * The database lasts as long as the test file.
 */
export function projectorOf(group: ProjectionGroup) {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database?.drop())
  return async (events: readonly Given[], size: number) => {
    const facts = events.map(({ at = '2026-11-21T09:00:00.000Z', ...event }, index) => recordedAt(event, index, at))
    const { found: tables, changes } = await projectedInto(database, group, facts, size, async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(tx)
      return rowsOfTables(
        tx,
        rows.map(({ name }) => name),
      )
    })
    return { tables, changes }
  }
}
