import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { schema } from '../areas/index.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

test('all tables in app, engine and log are declared, with the types of their rows', async () => {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select nspname || '.' || t.relname as table, a.attname as name,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then '' else ' | null' end as type
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
      left join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where nspname in ('app', 'engine', 'log') and t.relkind = 'r'`.execute(database.db)
  const found: Record<string, Record<string, string>> = {}
  for (const { table, name, type } of rows) found[table] = { ...found[table], ...(name && { [name]: type }) }
  const declared = Object.entries(schema.tables).map(([table, { columns }]) => [
    table,
    Object.fromEntries(
      Object.entries(columns).map(([name, { type, nullable }]) => [name, nullable ? `${type} | null` : type]),
    ),
  ])
  expect(found).toEqual({
    ...Object.fromEntries(declared),
    'app.migrations': { name: 'text', ran_at: 'timestamp with time zone' },
  })
})
