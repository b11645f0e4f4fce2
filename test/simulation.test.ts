import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import { createMemoryStore } from '../src/event-log/memory/memory-log.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { realSeason } from './support/fixtures-app.ts'
import { listLogger } from './support/projections.ts'
import { type SimulationStore, simulationStore } from './support/simulation.ts'

const season = realSeason('2024-25')
const players = 8
const seed = 1

describe.skipIf(season === null)('a simulated season', () => {
  const run = { season: season!, players, seed }
  let undisturbed: SimulationStore
  let output = ''

  beforeAll(async () => {
    undisturbed = await simulationStore()
    const { code, out, error } = await undisturbed.run(run)
    output = out
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
  }, 480_000)
  afterAll(async () => {
    await undisturbed?.drop()
  })

  test('ends with the real table, equal sums of ledger and boards, and a verify without difference', () => {
    expect(output).toMatch(
      /1 Liverpool FC +38 +25 +9 +4 +86:41 +84\n +2 Arsenal FC +38 .* 74\n +3 Manchester City FC .* 71\n/,
    )
    expect(output).toMatch(/settled gameweeks 38\nPoints: ledger (\d+), boards \1, gameweek boards \d+: equal\n/)
    expect(output).toContain('no difference')
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
