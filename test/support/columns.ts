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

/** The PostgreSQL type that a column of a TypeScript type may have. */
type Column<T> = null extends T ? `${Base<NonNullable<T>>} | null` : Base<T>

/** The columns of a row: the compiler requires all of them here, and rejects any that the row does not have. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> }

/** A statement with the declared columns of its rows. The compiler checks them against the type of the rows. */
export interface Described {
  readonly statement: RawBuilder<unknown>
  readonly columns: Readonly<Record<string, string>>
}
export const described = <Row>(statement: RawBuilder<Row>, columns: Columns<NoInfer<Row>>): Described => ({
  statement,
  columns,
})

/**
 * The columns that PostgreSQL reports for a statement, with their types; the transaction is rolled back. Whether a
 * computed column may be null is not reported.
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
