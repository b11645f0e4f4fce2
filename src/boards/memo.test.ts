import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { createMemo } from './memo.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(
    `insert into engine.generations (generation, name, version, state, events)
     values (1, 'play', 1, 'live', 10), (2, 'people', 1, 'live', 5), (3, 'play', 2, 'building', 7)`,
  )
})
afterAll(() => database.drop())

const count = (generation: number) =>
  database.pool.query('update engine.generations set events = events + 1 where generation = $1', [generation])

/** A question whose answer counts how often it was computed. */
function question() {
  let asked = 0
  return async () => {
    asked += 1
    return asked
  }
}

test('an answer is kept until an event has reached one of its projections', async () => {
  const memo = createMemo(database.db, ['play', 'people'])
  const compute = question()
  const ask = async () => (await memo.now()).get('board', compute)
  expect([await ask(), await ask()]).toEqual([1, 1])
  await count(1)
  expect([await ask(), await ask()]).toEqual([2, 2])
  await count(2)
  expect(await ask()).toBe(3)
  await count(3)
  expect(await ask()).toBe(3)
})

test('a rebuilt generation is another one, whatever it counts', async () => {
  const memo = createMemo(database.db, ['play'])
  const compute = question()
  const ask = async () => (await memo.now()).get('board', compute)
  expect(await ask()).toBe(1)
  await database.pool.query("update engine.generations set state = 'retired' where generation = 1")
  await database.pool.query("update engine.generations set state = 'live' where generation = 3")
  expect(await ask()).toBe(2)
})

test('many at once are answered by one computation; other questions have their own', async () => {
  const memo = createMemo(database.db, ['play'])
  const compute = question()
  const kept = await memo.now()
  const answers = await Promise.all(Array.from({ length: 20 }, () => kept.get('board', compute)))
  expect(answers).toEqual(Array.from({ length: 20 }, () => 1))
  expect(await kept.get('another', compute)).toBe(2)
})

test('what was asked before an event came does not keep its answer for those who ask after it', async () => {
  const memo = createMemo(database.db, ['play'])
  const early = await memo.now()
  await count(3)
  expect(await (await memo.now()).get('board', async () => 'new')).toBe('new')
  expect(await early.get('board', async () => 'old')).toBe('old')
  expect(await (await memo.now()).get('board', async () => 'again')).toBe('new')
})

test('a failure is not kept', async () => {
  const memo = createMemo(database.db, ['play'])
  const kept = await memo.now()
  await expect(kept.get('board', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.get('board', async () => 'back')).toBe('back')
})
