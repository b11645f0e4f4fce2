import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { LEAGUES_OF_THE_WORLD } from '../../src/simulation/world-words.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { startCommandOn } from '../support/operator.ts'
import { type GateMode, gateBefore, type TcpGate } from '../support/tcp-gate.ts'

// A minute without PostgreSQL in the middle of a long command: connections are refused, or transmit nothing any more.

let app: TestApp
let gate: TcpGate & { readonly url: string }

beforeEach(async () => {
  app = await startTestApp({ isPresent: true })
  gate = await gateBefore(app.databaseUrl)
})
afterEach(async () => {
  await gate.close()
  await app.close()
})

test.each<GateMode>(['refuse', 'hang'])(
  'npm run testing -- world outlives a minute of "%s"',
  async (mode) => {
    const world = startCommandOn({ ...app, databaseUrl: gate.url }, 'testing', ['world', '--users', '6'])
    await expect.poll(() => world.said.err, { timeout: 120_000 }).toContain(' done')
    gate.set(mode)
    await sleep(60_000)
    expect(world.child.exitCode).toBeNull()
    gate.set('open')
    expect([await world.ended, world.said.err]).toEqual([0, expect.not.stringMatching(/\n\s+at /)])
    expect(world.said.err.match(/A store is unavailable/g)).toHaveLength(1)
    const { db } = app.container.get(TYPES.Database)
    await app.settled()
    const { rows } = await sql<{ users: number; leagues: number; messages: number }>`
    select (select count(*)::int from read.test_users) as users, (select count(*)::int from read.leagues) as leagues,
      (select count(*)::int from read.messages) as messages`.execute(db)
    const leagues = LEAGUES_OF_THE_WORLD.length
    expect(rows).toEqual([{ users: 6, leagues, messages: 12 * leagues }])
  },
  600_000,
)

test('a store that stays away ends the command with one sentence and exit code 1', async () => {
  const world = startCommandOn({ ...app, databaseUrl: gate.url }, 'testing', ['world', '--users', '6'])
  await expect.poll(() => world.said.err, { timeout: 120_000 }).toContain(' done')
  gate.set('refuse')
  expect(await world.ended).toBe(1)
  expect(world.said.err.trimEnd().split('\n').at(-1)).toMatch(
    /^A store is unavailable \(.*\)\. Completed work is stored; run the same command again to continue$/,
  )
}, 600_000)
