import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { createIds, idKinds } from './ids.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const command = { at: '2026-11-21T09:00:00.000Z' }
const keyed = (idBase: string) => ({ ...command, idBase })

test('ids are positive integers from 1, each kind by itself', async () => {
  const ids = createIds(database)
  for (const kind of idKinds) expect(await ids.next(kind, command)).toBe(1)
})

test('two nodes never give the same id', async () => {
  const nodes = [createIds(database), createIds(database)]
  const given = await Promise.all(Array.from({ length: 600 }, (_, n) => nodes[n % 2]?.next('prediction', command)))
  expect(new Set(given).size).toBe(600)
})

test.each(['user', 'league', 'league_team'] as const)(
  'ids of a %s rise on whatever node they are made: boards and lists go by them where all else is equal',
  async (kind) => {
    const nodes = [createIds(database), createIds(database)]
    const given: number[] = []
    for (let n = 0; n < 12; n++) given.push(await nodes[n % 2]!.next(kind, command))
    expect(given).toEqual([...given].sort((a, b) => a - b))
  },
)

test('many ids at once rise', async () => {
  const many = await createIds(database).nextMany('fixture', 1_000)
  expect(many).toHaveLength(1_000)
  expect([...many].sort((a, b) => a - b)).toEqual(many)
})

test('many ids for several who ask at the same time are one statement', async () => {
  const ids = createIds(database)
  let given: readonly (readonly number[])[] = []
  const texts = await statementsOf(async () => {
    given = await Promise.all([3, 0, 4].map((count) => ids.nextMany('fixture', count)))
  })
  expect(texts).toHaveLength(1)
  expect(given.map(({ length }) => length)).toEqual([3, 0, 4])
  expect(new Set(given.flat()).size).toBe(7)
})

test('raised above the highest of the log, no id is given twice, ids in stock included', async () => {
  const ids = createIds(database)
  for (let n = 0; n < 10; n++) await ids.next('league', command)
  await ids.raiseAbove('league', 5_000)
  expect(await ids.next('league', command)).toBeGreaterThan(5_000)
  expect(await createIds(database).next('league', command)).toBeGreaterThan(5_000)
})

test('raising never sets a sequence back', async () => {
  const ids = createIds(database)
  await ids.raiseAbove('comment', 100)
  await ids.raiseAbove('comment', 7)
  await ids.raiseAbove('comment', 0)
  expect(await ids.next('comment', command)).toBeGreaterThan(100)
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
  const outcomes = await Promise.allSettled([ids.next('share', command), ids.next('share', command)])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  away = false
  expect(await ids.next('share', command)).toBeGreaterThan(0)
})

test('a repeated command gets the id it had, on any node, and no other command gets it', async () => {
  const nodes = [createIds(database), createIds(database)]
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => nodes[n % 2]?.next('message', keyed('request:a'))))
  const [first] = all
  expect(new Set(all)).toEqual(new Set([first]))
  const others = await Promise.all([
    nodes[0]?.next('message', keyed('request:b')),
    ...Array.from({ length: 200 }, () => nodes[1]?.next('message', command)),
  ])
  expect(others).not.toContain(first)
})

test('one command takes ids of several kinds', async () => {
  const ids = createIds(database)
  const both = async () => [await ids.next('feedback', keyed('both')), await ids.next('message', keyed('both'))]
  expect(await both()).toEqual(await both())
})
