import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '../../src/kernel/random.ts'
import { realSeason } from '../support/fixtures-app.ts'
import { killEmbeddedPostgres } from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { embeddedSimulationStore } from '../support/simulation.ts'

/** The first three of the real final tables, with points. */
const champions: Readonly<Record<string, readonly string[]>> = {
  '2022-23': ['Manchester City FC 89', 'Arsenal FC 84', 'Manchester United FC 75'],
  '2023-24': ['Manchester City FC 91', 'Arsenal FC 89', 'Liverpool FC 82'],
  '2024-25': ['Liverpool FC 84', 'Arsenal FC 74', 'Manchester City FC 71'],
}

const players = 500
const seed = 1
const minutes = 60_000
const path = realSeason('2024-25')

function wasKilled(dataDir: string): boolean {
  try {
    killEmbeddedPostgres(dataDir)
    return true
  } catch {
    return false
  }
}

/** The first ten rows that only one of two tables has. */
function onlyInOne(some: readonly string[], others: readonly string[]): string[] {
  const [one, other] = [new Set(some), new Set(others)]
  return [...some.filter((row) => !other.has(row)), ...others.filter((row) => !one.has(row))].slice(0, 10)
}

const leadersOf = (out: string): string[] =>
  [...out.matchAll(/^ *[123] (\S.*?) {2,}.*?(\d+)(?: \(-\d+\))?$/gm)].map(([, name, points]) => `${name} ${points}`)

describe.skipIf(path === null)('500 players through 2024-25', () => {
  const run = { season: path!, players, seed }
  const undisturbed = embeddedSimulationStore()
  const killed = embeddedSimulationStore()
  let tookMs = 0

  beforeAll(async () => {
    const begun = performance.now()
    const { code, out, error } = await undisturbed.start(run).ended
    tookMs = performance.now() - begun
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
    expect(leadersOf(out)).toEqual(champions['2024-25'])
    expect(out).toMatch(/settled gameweeks 38\nPoints: ledger (\d+), boards \1, gameweek boards \d+: equal\n/)
    expect(out).toContain('no difference')
    console.info(`${players} players: ${Math.round(tookMs / 1000)} s\n${out}`)
  }, 15 * minutes)
  afterAll(async () => {
    await undisturbed.drop()
    await killed.drop()
  })

  test('20 kill -9 at random moments, of the process and of Postgres, end with the same read tables', {
    timeout: 40 * minutes,
  }, async () => {
    const random = createRandom('moments')
    for (let kill = 0; kill < 20; kill++) {
      const { child, ended } = killed.start(run)
      // Each run advances by about a tenth of the whole; Postgres is killed first in every second one.
      await new Promise((resolve) => setTimeout(resolve, 1_500 + random.next() * (tookMs / 10)))
      if (kill % 2 === 1) {
        await until('Postgres runs', () => wasKilled(killed.dataDir), minutes)
        await new Promise((resolve) => setTimeout(resolve, random.next() * 4_000))
      }
      child.kill('SIGKILL')
      await ended
    }
    const { code, error } = await killed.start(run).ended
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
    const expected = await undisturbed.tables()
    const tables = await killed.tables()
    expect(expected['play.predictions']!.length).toBeGreaterThan(100_000)
    // Vitest would compare a hundred thousand rows for hours.
    for (const [name, rows] of Object.entries(expected)) expect(onlyInOne(rows, tables[name] ?? []), name).toEqual([])
  })
})

describe.each(['2022-23', '2023-24'])('500 players through %s', (name) => {
  const season = realSeason(name)
  const store = embeddedSimulationStore()
  afterAll(() => store.drop())

  test.skipIf(season === null)('end with the real final table and equal sums', { timeout: 15 * minutes }, async () => {
    const { code, out, error } = await store.start({ season: season!, players, seed }).ended
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
    expect(leadersOf(out)).toEqual(champions[name])
    expect(out).toMatch(/settled gameweeks 38\nPoints: ledger (\d+), boards \1, gameweek boards \d+: equal\n/)
    expect(out).toContain('no difference')
  })
})
