import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProjectionEngine } from '../../projections/engine/engine.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { firstGameweeks, realSeason } from '../support/fixtures-app.ts'
import { listLogger } from '../support/projections.ts'
import { type SimulationStore, simulationStore } from '../support/simulation.ts'

const season = realSeason('2024-25')
const players = 8
const seed = 1
const GAMEWEEKS = 6

// test/long/season.long.ts plays three whole seasons.
describe.skipIf(season === null)('the first six gameweeks of a real season, simulated', () => {
  let part: ReturnType<typeof firstGameweeks>
  let run: { season: string; players: number; seed: number }
  let undisturbed: SimulationStore
  let output = ''

  beforeAll(async () => {
    part = firstGameweeks(season!, GAMEWEEKS)
    run = { season: part.file, players, seed }
    undisturbed = await simulationStore()
    const { code, out, error } = await undisturbed.run(run)
    output = out
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
  }, 480_000)
  afterAll(async () => {
    await undisturbed?.drop()
    part?.remove()
  })

  test('ends with the real table, equal sums of ledger and boards, and a verify without difference', () => {
    expect(output).toMatch(
      /1 Liverpool FC +6 +5 +0 +1 +12:2 +15\n +2 Manchester City FC +6 .* 14\n +3 Arsenal FC .* 14\n/,
    )
    expect(output).toMatch(/settled gameweeks 6\nPoints: ledger (\d+), boards \1, gameweek boards \d+: equal\n/)
    expect(output).toContain('no difference')
  })

  test('R381: has leagues with rules of their own, whose jokers count', async () => {
    const { rows } = await undisturbed.database.pool.query(`
      select l.name, count(distinct r.from_gameweek)::int as choices, count(distinct (j.user_id, j.gameweek))::int as jokers
      from read.leagues l join read.league_rules r on r.league_id = l.id join read.league_jokers j on j.league_id = l.id
      join read.predictions p on p.fixture_id = j.fixture_id and p.user_id = j.user_id
      group by l.name order by l.name`)
    expect(rows).toEqual([
      { name: 'Close Calls', choices: 1, jokers: expect.any(Number) },
      { name: 'Exactly or Nothing', choices: 1, jokers: expect.any(Number) },
    ])
  })

  test('refuses a store that holds something else', async () => {
    const { code, error } = await undisturbed.run({ ...run, seed: 2 })
    expect([code, error]).toEqual([1, expect.stringContaining('the store is not empty')])
  })

  test('refuses a store that another node leads', async () => {
    const leader = createProjectionEngine({
      database: undisturbed.database,
      log: createMemoryStore().open(),
      groups: [],
      reactors: [],
      onChanges: () => undefined,
      logger: listLogger(),
      clock: systemClock,
    })
    expect(await leader.tryLead()).toBe(true)
    const { code, error } = await undisturbed.run(run)
    await leader.stop()
    expect([code, error]).toEqual([1, expect.stringContaining('another node leads this store')])
  })
})
