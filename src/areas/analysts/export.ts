import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** `csv`: a line of names, then one a row. `jsonl`: an object a line. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What PostgreSQL copies of a view. JSON has none of these control characters, so that its text comes out as it is. */
const COPIES: Readonly<Record<ExportFormat, (view: string) => string>> = {
  csv: (view) => `copy (select * from ${view}) to stdout with (format csv, header)`,
  jsonl: (view) =>
    `copy (select to_json(v) from ${view} v) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`,
}

/** There is no such view. */
export class NoSuchView extends Error {
  override readonly name = 'NoSuchView'
}

/** The views that can be written out, as `schema.name`. */
export async function exportableViews(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select schemaname || '.' || viewname as name from pg_views where schemaname in ('read', 'analysis') order by 1",
  )
  return rows.map(({ name }) => name)
}

/**
 * Writes all rows of a view of `read` or `analysis`, as they are at one moment; without a schema `read` is meant. Gives how many there were.
 * Times are UTC. Throws `NoSuchView`.
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
    // Its connection ends with what it was sending.
    client.release(true)
    throw error
  }
}
