import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRegistrationGuard } from '../src/areas/accounts/registration-guard.ts'
import { createJoinGuard } from '../src/areas/leagues/join-guard.ts'
import { createTries } from '../src/areas/recovery/tries.ts'
import { createRuns } from '../src/areas/testing/runs.ts'
import { createQuotas } from '../src/database/quotas.ts'
import { testDatabase } from './support/postgres.ts'

// A machine's clock was a day ahead, and has been corrected. Without care, limits that were reached meanwhile would last for that day.

const WRONG = '2026-11-29T12:00:00.000Z'
const RIGHT = '2026-11-28T12:00:00.000Z'
const NEARLY_RIGHT = '2026-11-29T11:51:00.000Z'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('a limit that was reached under a wrong clock restarts, but not under one that differs by some minutes (R308)', () => {
  test('quotas', async () => {
    const { consume } = createQuotas(database)
    const quota = { name: 'tries', rates: [{ most: 1, seconds: 86_400 }], events: 1, message: 'Too many.' }
    const use = (at: string) => consume({ userId: 1, quota, at })
    expect([await use(WRONG), await use(WRONG), await use(NEARLY_RIGHT)]).toEqual([0, 43_200, 43_740])
    expect([await use(RIGHT), await use(RIGHT)]).toEqual([0, 43_200])
  })

  test('attempts to recover an account', async () => {
    const { count } = createTries(database)
    const use = (at: string) => count('answer', 'player', at)
    for (let n = 0; n < 3; n++) expect(await use(WRONG)).toBe(0)
    expect([await use(WRONG), await use(NEARLY_RIGHT), await use(RIGHT)]).toEqual([86_400, 86_940, 0])
  })

  test('registrations', async () => {
    let now = WRONG
    const { pass } = createRegistrationGuard({ database, clock: { now: () => Date.parse(now) } })
    const use = async (at: string) => {
      now = at
      return (await pass('address', async () => undefined)).outcome
    }
    await use(WRONG)
    await database.pool.query(`update app.login_attempts set failed = 300 where scope = 'registration'`)
    expect([await use(WRONG), await use(NEARLY_RIGHT), await use(RIGHT)]).toEqual(['full', 'full', 'ran'])
  })

  test('join codes', async () => {
    const { check } = createJoinGuard(database)
    const use = async (at: string, codeKey: string) =>
      (await check({ userId: 1, addressKey: 'address', codeKey, at }, async () => null)).outcome
    for (let n = 0; n < 10; n++) expect(await use(WRONG, `code ${n}`)).toBe('missed')
    expect([await use(WRONG, 'x'), await use(NEARLY_RIGHT, 'x'), await use(RIGHT, 'x')]).toEqual([
      'stopped',
      'stopped',
      'missed',
    ])
  })
})

test('a killed run of the testing tool does not block others for an hour when the clock is set back by that (R308)', async () => {
  const runs = createRuns(database.db)
  const begin = () => runs.begin({ task: { kind: 'cleanup' }, by: null, at: RIGHT })
  const first = await begin()
  expect([first === null, await begin()]).toEqual([false, null])
  await database.pool.query(`update app.test_runs set beat_at = now() + interval '1 hour'`)
  expect((await begin())?.first).toBe(first?.id)
})
