import { setTimeout as sleep } from 'node:timers/promises'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { gateBefore } from '../../test/support/tcp-gate.ts'
import { type Database, openDatabase } from './database.ts'

let database: Database & { drop(): Promise<void> }
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create table locked (n int); insert into locked values (1)')
})
afterAll(() => database.drop())

/** A pool behind a gate, all of whose connections are open. */
async function gated(max: number) {
  const gate = await gateBefore(database.url)
  const behind = openDatabase(gate.url, { max, silentMs: 200 })
  await Promise.all(Array.from({ length: max }, () => behind.pool.query('select pg_sleep(0.05)')))
  return {
    gate,
    pool: behind.pool,
    async end() {
      await gate.close()
      await behind.close()
    },
  }
}

test('R499: statements on connections that hang fail, and later ones get new connections', async () => {
  const { gate, pool, end } = await gated(3)
  gate.freeze()
  const hung = await Promise.allSettled(Array.from({ length: 3 }, () => pool.query('select 1')))
  expect(hung.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
  await end()
})

test('R499: a transaction whose connection hangs loses its locks', async () => {
  const { gate, pool, end } = await gated(1)
  const client = await pool.connect()
  await client.query('begin; select n from locked for update')
  gate.freeze()
  await expect(client.query('select 1')).rejects.toThrow('Connection terminated')
  client.release()
  expect((await database.pool.query('select n from locked for update')).rows).toEqual([{ n: 1 }])
  await end()
})

test('R499: a statement that the server still runs goes on', async () => {
  const { pool, end } = await gated(1)
  expect((await pool.query(`select 3 as n from pg_sleep(1.5)`)).rows).toEqual([{ n: 3 }])
  await end()
})

test('R499: an export whose reader pauses goes on', async () => {
  const { pool, end } = await gated(1)
  const client = await pool.connect()
  const copying = client.query(copyTo('copy (select repeat($$x$$, 999) from generate_series(1, 20000)) to stdout'))
  await sleep(1_500)
  let bytes = 0
  for await (const chunk of copying) bytes += (chunk as Buffer).length
  expect(bytes).toBe(20_000_000)
  client.release()
  await end()
})
