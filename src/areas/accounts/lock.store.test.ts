import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Database } from '../../database/database.ts'
import { createLock } from './lock.ts'

let database: Database & { drop(): Promise<void> }
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('runs one at a time on all nodes, also after failures', async () => {
  const nodes = [createLock(database, 'a'), createLock(database, 'a'), createLock(database, 'a')]
  let [running, most] = [0, 0]
  const runs = Array.from({ length: 30 }, (_, n) =>
    nodes[n % 3]!(async () => {
      most = Math.max(most, ++running)
      await database.pool.query('select pg_sleep(0.002)')
      running--
      if (n % 5 === 0) throw new Error('broken')
      return n
    }),
  )
  const outcomes = await Promise.allSettled(runs)
  expect([most, outcomes.filter(({ status }) => status === 'rejected').length]).toEqual([1, 6])
  expect(outcomes[7]).toEqual({ status: 'fulfilled', value: 7 })
})

test('locks with other names do not wait', async () => {
  const inner = await createLock(database, 'a')(() => createLock(database, 'b')(async () => 'in'))
  expect(inner).toBe('in')
})

test('advisory locks, which every database role can hold, do not delay it', async () => {
  const other = await database.pool.connect()
  try {
    await other.query(`select pg_advisory_lock(hashtext('plp.roles'))`)
    expect(await createLock(database, 'plp.roles')(async () => 'in')).toBe('in')
  } finally {
    other.release(true)
  }
})
