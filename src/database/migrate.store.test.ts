import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServerUrl } from '../../test/support/postgres.ts'
import { schema } from '../areas/index.ts'
import { code, integer } from '../slice/table.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { assertSupported, UnsupportedPostgres } from './unsupported-postgres.ts'

const name = `migrate_${process.pid}_${Date.now()}`
let admin: pg.Client
let url: string

beforeAll(async () => {
  admin = new pg.Client({ connectionString: testServerUrl() })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(testServerUrl())
  address.pathname = `/${name}`
  url = address.href
})
afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = openDatabase(url)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

describe('migrations', () => {
  test('two nodes that start concurrently run each step once, and a later start runs none', async () => {
    const start = () => withDatabase((database) => migrate(database, schema))
    const [first, second] = await Promise.all([start(), start()])
    const ran = [...first, ...second]
    expect(new Set(ran).size).toBe(ran.length)
    const all = [...Object.keys(schema.tables), ...schema.sequences]
    expect(ran).toEqual(expect.arrayContaining(all))
    expect([first, second]).toContainEqual([])
    expect(await start()).toEqual([])
  })

  test('a new column, index and table are added without loss of rows, and a changed repeatable migration runs again', async () => {
    const pets = { doc: 'Pets.', columns: { id: integer() }, key: ['id'] }
    const tagged = {
      ...pets,
      columns: {
        ...pets.columns,
        tag: code('Its tag.', { sql: "default 'none'" }),
        age: integer(null, { nullable: true }),
      },
      indexes: { pets_age: '(age)' },
      uniqueIndexes: { pets_tag: "(tag) where tag <> 'none'" },
    }
    const legs = (count: number) => ({
      ...{ name: 'legs', isRepeatable: true as const },
      sql: `create or replace function app.legs() returns int language sql as 'select ${count}'`,
    })
    const first = { tables: { 'app.pets': pets }, sequences: [], migrations: [legs(3)] }
    const next = { tables: { 'app.pets': tagged }, sequences: ['app.seq_pet'], migrations: [legs(4)] }
    await withDatabase(async (database) => {
      expect(await migrate(database, first)).toMatchObject(
        ['app.pets', /^tables@/, /^legs@/].map((name) => expect.stringMatching(name)),
      )
      await database.pool.query('insert into app.pets values (1)')
      const ran = await migrate(database, next)
      expect(ran.slice(0, -2)).toEqual(['app.seq_pet', 'app.pets.tag', 'app.pets.age', 'app.pets_age', 'app.pets_tag'])
      const { rows } = await database.pool.query(
        `select p.*, app.legs(), col_description('app.pets'::regclass, 2) as doc from app.pets p`,
      )
      expect(rows).toEqual([{ id: 1, tag: 'none', age: null, legs: 4, doc: 'Its tag.' }])
      // A start of a node of the previous version changes nothing.
      expect(await migrate(database, first)).toEqual([])
    })
  })

  test('a node that finds the migrations locked gives way to other requests, and migrates once the lock is free', async () => {
    const waiting = async (): Promise<number> =>
      (
        await admin.query(
          'select count(*)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = $1)',
          [name],
        )
      ).rows[0].n
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin; lock table app.migrations in exclusive mode')
    const migrated = withDatabase((database) => migrate(database, schema))
    await expect.poll(waiting).toBeGreaterThan(0)
    await expect.poll(waiting).toBe(0)
    await holder.query('commit')
    await holder.end()
    await expect(migrated).resolves.toEqual([])
  })

  test('a server older than PostgreSQL 15 is refused in one line that names the setting', () => {
    expect(() => assertSupported(140_020)).toThrow(UnsupportedPostgres)
    expect(() => assertSupported(140_020)).toThrow(/^DATABASE_URL takes a PostgreSQL 15 or later; this one is 14$/)
    expect(() => assertSupported(150_000)).not.toThrow()
  })
})

describe('database', () => {
  test('closing ends every connection, also of a pool that Kysely never used', async () => {
    const database = openDatabase(url)
    await database.pool.query('select 1')
    await database.close()
    const left = async (): Promise<unknown> =>
      (await admin.query('select count(*)::int as n from pg_stat_activity where datname = $1', [name])).rows[0]
    await expect.poll(left).toEqual({ n: 0 })
  })

  test('a connection that the server ends is reported and does not end the process', async () => {
    const errors: Error[] = []
    const database = openDatabase(url, { onError: (error) => errors.push(error) })
    await database.pool.query('select 1')
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('a connection that is closed is not reported as lost, even if the server stops first', async () => {
    const errors: Error[] = []
    const database = openDatabase(url, { onError: (error) => errors.push(error) })
    const client = await database.pool.connect()
    client.release()
    const closed = database.close()
    client.emit('error', new Error('terminating connection due to administrator command'))
    await closed
    expect(errors).toEqual([])
  })

  test('statements and idle transactions have a timeout, bigint columns are numbers, times are ISO 8601', async () => {
    await withDatabase(async ({ pool }) => {
      const { rows } = await pool.query(
        `select current_setting('statement_timeout') statement, current_setting('idle_in_transaction_session_timeout') idle,
          7::bigint big, timestamptz '2026-08-15 12:30+01' at`,
      )
      expect(rows).toEqual([{ statement: '1min', idle: '1min', big: 7, at: '2026-08-15T11:30:00.000Z' }])
    })
  })
})
