import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { createIds, idKinds } from './ids.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('ids are positive integers from 1, each kind by itself', async () => {
  const ids = createIds(database)
  for (const kind of idKinds) expect(await ids.next(kind)).toBe(1)
})

test('two nodes never give the same id', async () => {
  const nodes = [createIds(database), createIds(database)]
  const given = await Promise.all(Array.from({ length: 600 }, (_, n) => nodes[n % 2]?.next('prediction')))
  expect(new Set(given).size).toBe(600)
})

test('many ids at once rise', async () => {
  const many = await createIds(database).nextMany('fixture', 1_000)
  expect(many).toHaveLength(1_000)
  expect([...many].sort((a, b) => a - b)).toEqual(many)
})

test('raised above the highest of the log, no id is given twice, ids in stock included', async () => {
  const ids = createIds(database)
  for (let n = 0; n < 10; n++) await ids.next('league')
  await ids.raiseAbove('league', 5_000)
  expect(await ids.next('league')).toBeGreaterThan(5_000)
  expect(await createIds(database).next('league')).toBeGreaterThan(5_000)
})

test('raising never sets a sequence back', async () => {
  const ids = createIds(database)
  await ids.raiseAbove('comment', 100)
  await ids.raiseAbove('comment', 7)
  await ids.raiseAbove('comment', 0)
  expect(await ids.next('comment')).toBeGreaterThan(100)
})

test('a database that is away is an error for all who wait, and no lasting one', async () => {
  let away = true
  const ids = createIds({
    pool: {
      query: async (text, values) => {
        if (away) throw new Error('away')
        return database.pool.query(text, values)
      },
    },
  })
  const outcomes = await Promise.allSettled([ids.next('share'), ids.next('share')])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  away = false
  expect(await ids.next('share')).toBeGreaterThan(0)
})
