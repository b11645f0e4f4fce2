import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { PREPARED, prepared } from '../kernel/prepared.ts'
import type { Database } from './database.ts'

let database: Database & { drop(): Promise<void> }
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a connection prepares marked statements only', async () => {
  const found = await database.db.connection().execute(async (db) => {
    for (let n = 0; n < 3; n++) {
      const { rows } = await sql<{ twice: number }>`${prepared} select ${n}::int * 2 as twice`.execute(db)
      expect(rows).toEqual([{ twice: 2 * n }])
      await sql`select ${n}::int * 3`.execute(db)
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
    return rows
  })
  expect(found).toEqual([{ statement: `${PREPARED} select $1::int * 2 as twice` }])
})

test('an error of a prepared statement is reported by promise and by callback', async () => {
  const text = `${PREPARED} select 1 / $1::int`
  await expect(sql`${prepared} select 1 / ${0}::int`.execute(database.db)).rejects.toMatchObject({ code: '22012' })
  await expect(database.pool.query(text, [0])).rejects.toMatchObject({ code: '22012' })
  expect((await database.pool.query(text, [1])).rowCount).toBe(1)
})

test('a prepared statement resolves tables by the current search path', async () => {
  const read = (schema: string) =>
    database.db.transaction().execute(async (tx) => {
      await sql`select set_config('search_path', ${schema}, true)`.execute(tx)
      const { rows } = await sql<{ n: number }>`${prepared} select n from numbers`.execute(tx)
      return rows.map(({ n }) => n)
    })
  for (const n of [1, 2]) {
    await database.pool.query(`create schema s${n}; create table s${n}.numbers (n int)`)
    await database.pool.query(`insert into s${n}.numbers values (${n})`)
  }
  const found: number[][] = []
  for (const n of [1, 2, 1, 2]) found.push(await read(`s${n}`))
  expect(found).toEqual([[1], [2], [1], [2]])
})
