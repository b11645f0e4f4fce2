import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'

type Base<T> = T extends string
  ? 'text' | 'uuid' | 'timestamp with time zone'
  : T extends number
    ? 'smallint' | 'integer' | 'bigint' | 'double precision'
    : T extends boolean
      ? 'boolean'
      : T extends number[]
        ? 'integer[]' | 'json'
        : T extends string[]
          ? 'text[]' | 'bigint[]' | 'json'
          : T extends Uint8Array
            ? 'bytea'
            : T extends Date
              ? 'date'
              : 'json' | 'jsonb'

/** What a column of a TypeScript type may be in PostgreSQL. */
type Column<T> = null extends T ? `${Base<NonNullable<T>>} | null` : Base<T>

/** The columns of a row: the compiler wants every one of them here, and none that the row has not. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> }

/** A statement beside the columns that its rows are said to have: the compiler holds them against the type of its rows. */
export interface Described {
  readonly statement: RawBuilder<unknown>
  readonly columns: Readonly<Record<string, string>>
}
export const described = <Row>(statement: RawBuilder<Row>, columns: Columns<NoInfer<Row>>): Described => ({
  statement,
  columns,
})

/**
 * The columns that PostgreSQL gives a statement, with their types, in a transaction that leaves nothing behind. Whether one may be null
 * it does not say of what it computes.
 */
export async function columnsOf(
  { db, pool }: Database,
  statement: RawBuilder<unknown>,
): Promise<Record<string, string>> {
  const { sql: text, parameters } = statement.compile(db)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { fields } = await client.query(text, [...parameters])
    await client.query('rollback')
    const { rows } = await sql<{ type: string }>`
      select format_type(o, null) as type from unnest(${fields.map(({ dataTypeID }) => dataTypeID)}::oid[]) with ordinality as t (o, n)
      order by n`.execute(db)
    return Object.fromEntries(fields.map(({ name }, index) => [name, rows[index]!.type]))
  } finally {
    client.release()
  }
}
