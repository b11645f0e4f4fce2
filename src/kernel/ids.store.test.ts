import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { createIds, type IdKind } from './ids.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create sequence app.seq_kick as bigint; create sequence app.seq_goal as bigint')
})
afterAll(() => database.drop())

const kicks: IdKind = { name: 'kick', views: [] }
const goals: IdKind = { name: 'goal', views: [] }
const inOrder: IdKind = { name: 'goal', views: [], isOrdered: true }

const command = { at: '2026-11-21T09:00:00.000Z' }
const keyed = (idBase: string) => ({ ...command, idBase })

test('ids are positive integers from 1, each kind by itself', async () => {
  const ids = createIds(database)
  for (const kind of [kicks, goals]) expect(await ids.next(kind, command)).toBe(1)
})

test('two nodes never return the same id', async () => {
  const nodes = [createIds(database), createIds(database)]
  const given = await Promise.all(Array.from({ length: 600 }, (_, n) => nodes[n % 2]?.next(kicks, command)))
  expect(new Set(given).size).toBe(600)
})

test('ordered ids increase across nodes, as the last sort key of boards and lists', async () => {
  const nodes = [createIds(database), createIds(database)]
  const given: number[] = []
  for (let n = 0; n < 12; n++) given.push(await nodes[n % 2]!.next(inOrder, command))
  expect(given).toEqual([...given].sort((a, b) => a - b))
})

test('`nextMany` returns ascending ids', async () => {
  const many = await createIds(database).nextMany(kicks, 1_000)
  expect(many).toHaveLength(1_000)
  expect([...many].sort((a, b) => a - b)).toEqual(many)
})

test('concurrent calls of `nextMany` share one statement', async () => {
  const ids = createIds(database)
  let given: readonly (readonly number[])[] = []
  const texts = await statementsOf(async () => {
    given = await Promise.all([3, 0, 4].map((count) => ids.nextMany(kicks, count)))
  }, 'work')
  expect(texts).toHaveLength(1)
  expect(given.map(({ length }) => length)).toEqual([3, 0, 4])
  expect(new Set(given.flat()).size).toBe(7)
})

test('repeated calls of `nextMany` mostly use the stock, and ids increase', async () => {
  const ids = createIds(database)
  const given: number[] = []
  const texts = await statementsOf(async () => {
    for (let n = 0; n < 100; n++) given.push(...(await ids.nextMany(kicks, 10)))
  }, 'work')
  expect(texts.length).toBeLessThan(12)
  expect(given).toEqual([...new Set(given)].sort((a, b) => a - b))
  expect(given).toHaveLength(1_000)
})

test('after `raiseAbove` no id is returned twice, including ids in stock', async () => {
  const ids = createIds(database)
  for (let n = 0; n < 10; n++) await ids.next(kicks, command)
  await ids.raiseAbove(kicks, 5_000)
  expect(await ids.next(kicks, command)).toBeGreaterThan(5_000)
  expect(await createIds(database).next(kicks, command)).toBeGreaterThan(5_000)
})

test('`raiseAbove` never lowers a sequence', async () => {
  const ids = createIds(database)
  await ids.raiseAbove(kicks, 9_000)
  await ids.raiseAbove(kicks, 7)
  await ids.raiseAbove(kicks, 0)
  expect(await ids.next(kicks, command)).toBeGreaterThan(9_000)
})

test('an unreachable database rejects all waiting calls, and later calls succeed', async () => {
  let away = true
  const ids = createIds({
    pool: {
      query: async (text, values) => {
        if (away) throw new Error('away')
        return database.pool.query(text, values)
      },
    },
  })
  const outcomes = await Promise.allSettled([ids.next(kicks, command), ids.next(kicks, command)])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  away = false
  expect(await ids.next(kicks, command)).toBeGreaterThan(0)
})

test('a repeated command gets the id it had, on any node, and no other command gets it', async () => {
  const nodes = [createIds(database), createIds(database)]
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => nodes[n % 2]?.next(kicks, keyed('request:a'))))
  const [first] = all
  expect(new Set(all)).toEqual(new Set([first]))
  const others = await Promise.all([
    nodes[0]?.next(kicks, keyed('request:b')),
    ...Array.from({ length: 200 }, () => nodes[1]?.next(kicks, command)),
  ])
  expect(others).not.toContain(first)
})

test('one command gets ids of several kinds', async () => {
  const ids = createIds(database)
  const both = async () => [await ids.next(goals, keyed('both')), await ids.next(kicks, keyed('both'))]
  expect(await both()).toEqual(await both())
})
