import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { statementsOf } from '../../test/support/statements.ts'
import type { Quota } from '../kernel/quota.ts'
import { type Database, openDatabase } from './database.ts'
import { createQuotas } from './quotas.ts'

const quota: Quota = {
  name: 'tries',
  rates: [
    { most: 3, seconds: 60 },
    { most: 5, seconds: 3_600 },
  ],
  events: 1,
  message: 'Too many.',
}
let database: Database & { drop(): Promise<void> }
/** A second node. */
let secondNode: Database
let player = 0

beforeAll(async () => {
  database = await testDatabase()
  secondNode = openDatabase(database.url)
})
afterAll(async () => {
  await secondNode.close()
  await database.drop()
})

/** Consumes quotas of a new player, alternating between the nodes. */
function newPlayer() {
  const nodes = [createQuotas(database), createQuotas(secondNode)]
  const userId = ++player
  let uses = 0
  const node = () => nodes[uses++ % 2]!
  return {
    take: (time: string, amount = 1, of?: number) =>
      node().consume({ userId, quota, amount, at: `2026-11-21T${time}.000Z`, ...(of === undefined ? {} : { of }) }),
    refund: (time: string, amount = 1) => node().refund({ userId, quota, amount, at: `2026-11-21T${time}.000Z` }),
  }
}

describe('a quota applies across nodes', () => {
  test('returns the seconds until the next window when a limit is reached; a longer window still applies', async () => {
    const { take } = newPlayer()
    expect(await Promise.all([take('09:00:10'), take('09:00:10'), take('09:00:10'), take('09:00:10')])).toEqual(
      expect.arrayContaining([0, 0, 0, 50]),
    )
    expect(await take('09:00:59')).toBe(1)
    expect([await take('09:01:00'), await take('09:01:00'), await take('09:01:00')]).toEqual([0, 0, 3_540])
    expect(await take('10:00:00')).toBe(0)
  })

  test('two concurrent uses on two nodes consume the last one only once', async () => {
    const { take } = newPlayer()
    const waits = await Promise.all(Array.from({ length: 20 }, () => take('09:00:00')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  test('several uses at once: all or none', async () => {
    const { take } = newPlayer()
    expect([await take('09:00:00', 2), await take('09:00:00', 2), await take('09:00:00', 1)]).toEqual([0, 60, 0])
  })

  test('a use without change is refunded, but not to a later window', async () => {
    const { take, refund } = newPlayer()
    await take('09:00:00', 3)
    await refund('09:00:00', 2)
    expect([await take('09:00:00', 2), await take('09:00:00')]).toEqual([0, 60])
    expect(await take('09:01:00', 1)).toBe(0)
    await refund('09:00:00', 3)
    expect([await take('09:01:00', 2), await take('09:01:00')]).toEqual([0, 60])
  })

  test('a node whose clock is behind restarts no window', async () => {
    const { take } = newPlayer()
    await take('09:01:00', 3)
    expect(await take('09:00:59')).toBe(61)
    expect(await take('09:01:00')).toBe(60)
  })

  test('players and entities are counted separately', async () => {
    const [one, other] = [newPlayer(), newPlayer()]
    await one.take('09:00:00', 3)
    expect([await one.take('09:00:00', 1, 7), await one.take('09:00:00', 3, 8)]).toEqual([0, 0])
    expect(await one.take('09:00:00', 3, 7)).toBe(60)
    expect(await other.take('09:00:00', 3)).toBe(0)
  })
})

test('concurrent calls share one statement, and each gets its own answer', async () => {
  const counts = createQuotas(database)
  const players = Array.from({ length: 10 }, () => ++player)
  const at = '2026-11-21T09:00:00.000Z'
  let waits: readonly number[] = []
  const texts = await statementsOf(async () => {
    // The last player is first, with an amount above the limit.
    const answers = players.toReversed().map((userId, nth) => counts.consume({ userId, quota, amount: nth, at }))
    waits = await Promise.all(answers)
  }, 'work')
  expect(texts).toHaveLength(1)
  expect(waits.map((wait) => wait > 0)).toEqual([...Array(4).fill(false), ...Array(6).fill(true)])
})

test('two nodes that consume for the same players in different orders do not deadlock', async () => {
  const players = Array.from({ length: 50 }, () => ++player)
  const all = (node: Pick<Database, 'pool'>, order: readonly number[], nth: number) => {
    const counts = createQuotas(node)
    const at = `2026-11-21T09:0${nth}:00.000Z`
    return order.map((userId) => counts.consume({ userId, quota, at }))
  }
  for (let nth = 0; nth < 3; nth++) {
    const waits = await Promise.all([...all(database, players, nth), ...all(secondNode, players.toReversed(), nth)])
    expect(waits.filter((wait) => wait > 0)).toHaveLength(nth < 2 ? 0 : players.length)
  }
})

test('counts of yesterday are deleted', async () => {
  const { take } = newPlayer()
  await take('09:00:00')
  const rows = async () =>
    (await database.pool.query('select from app.allowances where user_id = $1', [player])).rowCount
  await createQuotas(database).sweep('2026-11-22T08:59:00.000Z')
  expect(await rows()).toBe(1)
  await createQuotas(database).sweep('2026-11-22T09:01:00.000Z')
  expect(await rows()).toBe(0)
})
