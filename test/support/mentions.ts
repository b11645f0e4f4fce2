import type { StandInStore } from './eventstoredb-stand-in/store.ts'

interface Runs {
  query(text: string, values?: unknown[]): Promise<{ rows: any[]; rowCount: number | null }>
}

/**
 * Tables of every schema with a row that contains one of these words, ignoring case: in text, in JSON, or in the bytes
 * of a column. Tables of events and of read models, live or being built, are included.
 */
export async function mentions(database: Runs, ...said: readonly string[]): Promise<string[]> {
  const { rows } = await database.query(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  // Bytes appear as hexadecimal digits, in the case they were written.
  const patterns = said.flatMap((text) => [text, Buffer.from(text).toString('hex')]).map((text) => `%${text}%`)
  for (const { name } of rows as { name: string }[]) {
    const { rowCount } = await database.query(`select from ${name} t where t::text ilike any ($1) limit 1`, [patterns])
    if (rowCount) found.push(name)
  }
  return found
}

/** Events of a stand-in of EventStoreDB that contain one of these words. */
export const mentionsIn = ({ all }: Pick<StandInStore, 'all'>, ...said: readonly string[]): string[] =>
  all
    .filter(({ stream, data, metadata }) => {
      const text = `${stream} ${Buffer.from(data)} ${Buffer.from(metadata)}`.toLowerCase()
      return said.some((each) => text.includes(each.toLowerCase()))
    })
    .map(({ stream, type }) => `${stream} ${type}`)
