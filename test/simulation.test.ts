import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import { createMemoryStore } from '../src/event-log/memory/memory-log.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { realSeason } from './support/fixtures-app.ts'
import { listLogger, until } from './support/projections.ts'
import { type SimulationStore, simulationStore } from './support/simulation.ts'

const season = realSeason('2024-25')
const players = 20
const seed = 1

describe.skipIf(season === null)('a simulated season', () => {
  const run = { season: season!, players, seed }
  let undisturbed: SimulationStore
  let killed: SimulationStore
  let output = ''

  beforeAll(async () => {
    undisturbed = await simulationStore()
    killed = await simulationStore()
    const { code, out, error } = await undisturbed.start(run).ended
    output = out
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
  }, 480_000)
  afterAll(async () => {
    await undisturbed?.drop()
    await killed?.drop()
  })

  test('ends with the real table, equal sums of ledger and boards, and a verify without difference', () => {
    expect(output).toMatch(
      /1 Liverpool FC +38 +25 +9 +4 +86:41 +84\n +2 Arsenal FC +38 .* 74\n +3 Manchester City FC .* 71\n/,
    )
    expect(output).toMatch(/settled gameweeks 38\nPoints: ledger (\d+), boards \1, gameweek boards \d+: equal\n/)
    expect(output).toContain('no difference')
  })

  test('killed twice with -9 and taken up again, it ends with the same read tables', { timeout: 480_000 }, async () => {
    for (const matches of [110, 260]) {
      const { child, ended } = killed.start(run)
      await until(`${matches} matches are played`, async () => (await killed.finished()) >= matches, 120_000)
      child.kill('SIGKILL')
      expect((await ended).signal).toBe('SIGKILL')
    }
    const { code, error } = await killed.start(run).ended
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
    const expected = await undisturbed.tables()
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(['play.predictions', 'people.people', 'play.totals']))
    expect(expected['play.predictions']!.length).toBeGreaterThan(3_000)
    const tables = await killed.tables()
    for (const [name, rows] of Object.entries(expected)) expect(tables[name], name).toEqual(rows)
  })

  test('refuses a store that holds something else', async () => {
    const { code, error } = await undisturbed.start({ ...run, seed: 2 }).ended
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
    const { code, error } = await undisturbed.start(run).ended
    await leader.stop()
    expect([code, error]).toEqual([1, expect.stringContaining('another node leads this store')])
  })
})
