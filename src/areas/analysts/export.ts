import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** `csv`: a header line, then one line per row. `jsonl`: one object per line. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The COPY statement for a view. JSON does not contain these control characters, so it is written unquoted. */
const COPIES: Readonly<Record<ExportFormat, (view: string) => string>> = {
  csv: (view) => `copy (select * from ${view}) to stdout with (format csv, header)`,
  jsonl: (view) =>
    `copy (select to_json(v) from ${view} v) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`,
}

/** Thrown for an unknown view. */
export class NoSuchView extends Error {
  override readonly name = 'NoSuchView'
}

/** The views that can be exported, as `schema.name`. */
export async function exportableViews(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select schemaname || '.' || viewname as name from pg_views where schemaname in ('read', 'analysis') order by 1",
  )
  return rows.map(({ name }) => name)
}

/**
 * Writes all rows of a view of `read` or `analysis` in one snapshot; the default schema is `read`. Returns the number
 * of rows. Times are UTC. Throws `NoSuchView`.
 */
export async function exportView(
  pool: pg.Pool,
  { view, format, out }: { readonly view: string; readonly format: ExportFormat; readonly out: NodeJS.WritableStream },
): Promise<number> {
  const name = view.includes('.') ? view : `read.${view}`
  const known = await exportableViews(pool)
  if (!known.includes(name)) throw new NoSuchView(`There is no view ${name}; there are ${known.join(', ')}`)
  const from = name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
  const client = await pool.connect()
  try {
    await client.query(
      "begin isolation level repeatable read read only; set local timezone = 'UTC'; set local statement_timeout = 0",
    )
    const copying = client.query(copyTo(COPIES[format](from)))
    await pipeline(copying, out, { end: false })
    await client.query('commit')
    client.release()
    return copying.rowCount
  } catch (error) {
    // Closes the connection, because it may still be sending rows.
    client.release(true)
    throw error
  }
}
