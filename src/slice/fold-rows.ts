import { sql, type Transaction } from 'kysely'
import type { Event, Recorded } from '../kernel/event.ts'
import { rememberErased, type TableDeclaration } from './table.ts'

/** An event with one data subject. */
type Personal = Event<string, { readonly userId: number }>

/**
 * Folds a batch over a table with one row per user (primary key `user_id`) and writes each row once. `fold` returns the new row,
 * or null to delete it. Writes no rows of erased users, also for events after the deletion.
 */
export async function foldRows<Row extends { user_id: number }, E extends Personal>(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of any read model
  tx: Transaction<any>,
  table: string,
  facts: readonly Recorded<E>[],
  fold: (row: Row | null, fact: Recorded<E>) => Row | null,
): Promise<void> {
  const people = [...new Set(facts.map(({ data }) => (data as Personal['data']).userId))]
  const erased = await rememberErased(tx, facts, people)
  const before = await sql<Row>`delete from ${sql.id(table)} where user_id = any(${people}::int[]) returning *`.execute(
    tx,
  )
  const rows = new Map<number, Row | null>(before.rows.map((row) => [row.user_id, row]))
  for (const fact of facts) {
    const { userId } = fact.data as Personal['data']
    rows.set(userId, fold(rows.get(userId) ?? null, fact))
  }
  const written = [...rows.values()].filter((row) => row !== null && !erased.has(row.user_id))
  if (written.length > 0)
    await sql`insert into ${sql.id(table)}
      select * from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(written)}::jsonb)`.execute(tx)
}

/** Inserts rows, or replaces rows with the same key. */
export async function saveRows(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of any read model
  tx: Transaction<any>,
  table: string,
  { columns, key }: TableDeclaration,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  const values = Object.keys(columns).filter((column) => !key.includes(column))
  await sql`
    insert into ${sql.id(table)} select * from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${sql.join(key.map((column) => sql.id(column)))}) do ${
      values.length === 0
        ? sql`nothing`
        : sql`update
    set ${sql.join(values.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`))}`
    }`.execute(tx)
}
