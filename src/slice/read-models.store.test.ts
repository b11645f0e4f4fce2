import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyReadTables, testDatabase } from '../../test/support/postgres.ts'
import { readModels } from '../areas/index.ts'
import { rowTypesOf } from './table.ts'

const declared: ReturnType<typeof rowTypesOf> = Object.assign({}, ...readModels.map(rowTypesOf))

/** Columns that are never null although their table allows it: the view excludes or computes the value. */
const NEVER_NULL = [
  'read.totals.accuracy',
  'read.gameweek_rows.accuracy',
  'read.leaderboard.accuracy',
  'read.achievements.unlock_id',
  'read.achievements.unlocked_at',
  'read.achievements.season',
]

interface Found {
  readonly view: string
  readonly name: string
  readonly type: string
  /** Null when unknown: for views of several tables and computed columns. */
  readonly nullable: boolean | null
}

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database.drop())

test('the declared rows match the views: names, types and nullability', async () => {
  const { rows } = await sql<Found>`
    select 'read.' || v.relname as view, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, (
      select not bool_and(t.attnotnull) from information_schema.view_table_usage u
      join pg_attribute t on t.attrelid = format('%I.%I', u.table_schema, u.table_name)::regclass and t.attname = a.attname
      where u.view_schema = 'read' and u.view_name = v.relname and (
        select count(*) from information_schema.view_table_usage o where o.view_schema = 'read' and o.view_name = v.relname) = 1
    ) as nullable
    from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0
    where v.relnamespace = 'read'::regnamespace order by v.oid, a.attnum
  `.execute(database.db)
  const isDeclaredNullable = (view: string, name: string): boolean =>
    declared[view]?.[name]?.endsWith(' | null') ?? false
  const found: Record<string, Record<string, string>> = {}
  for (const { view, name, type, nullable } of rows) {
    const isNullable = NEVER_NULL.includes(`${view}.${name}`) ? false : (nullable ?? isDeclaredNullable(view, name))
    found[view] = { ...found[view], [name]: isNullable ? `${type} | null` : type }
  }
  expect(found).toEqual(declared)
  // Nullability is known from the tables for most columns.
  expect(rows.filter(({ nullable }) => nullable !== null).length).toBeGreaterThan(rows.length * 0.8)
})
