import { afterAll, describe, expect, test } from 'vitest'
import { ACHIEVEMENTS } from '../../src/areas/achievements/area.ts'
import { TYPES } from '../../src/identifiers.ts'
import { achievementCrash } from '../support/achievement-crash.ts'
import { simulatedAchievements } from '../support/achievement-season.ts'
import {
  badgeEvents,
  badgesOf,
  differences,
  enter,
  eventsOf,
  openFixtures,
  predictMany,
  rebuildAll,
  unlocked,
} from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { realSeason } from '../support/fixtures-app.ts'
import { naiveAchievements } from '../support/naive-achievements.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'

const minutes = 60_000
const season = realSeason('2024-25')

describe('a run of 20,000', () => {
  const apps: TestApp[] = []
  afterAll(async () => {
    for (const app of apps.toReversed()) await app.close()
  })

  test('unlocks 2,000 a second and more', { timeout: 10 * minutes }, async () => {
    const before = await startTestApp({ catalogue: [] })
    apps.push(before)
    const players = Array.from({ length: 10_000 }, (_, index) => 5_000_000 + index)
    const [fixture] = await openFixtures(before, await before.admin())
    await predictMany(before, players, fixture!.id, () => ({ result: 'home', score: null }))
    await enter(await before.admin(), fixture!.id, 2, 1)
    await unlocked(before)
    await before.stop()

    const app = await startTestApp({ beside: before })
    apps.push(app)
    await unlocked(app)
    const retroactive = app.container.get(ACHIEVEMENTS.Retroactive)
    expect((await retroactive.status()).waiting).toEqual({ achievements: 20_000, users: 10_000 })
    const at = new Date(app.clock.now()).toISOString()
    const context = { actor: null, at, correlationId: 'run', causationId: 'run', source: 'command' } as const
    const began = performance.now()
    const report = await retroactive.run(null, context, { waitMs: 5 * minutes })
    const seconds = (performance.now() - began) / 1_000
    expect(report).toMatchObject({ state: 'completed', totalUnlocked: 20_000, usersAffected: 10_000 })
    console.info(`20,000 unlocked in ${seconds.toFixed(1)} s: ${Math.round(20_000 / seconds)} a second`)
    expect(seconds).toBeLessThan(promised(10_000) / 1_000)
    expect(badgesOf(await badgeEvents(app)).size).toBe(20_000)
    await unlocked(app)
    expect(await differences(app)).toEqual([])
  })
})

describe('kill -9', () => {
  test('five times in a retroactive run of 30,000, and in each of a result, its correction and the correction of that', {
    timeout: 30 * minutes,
  }, async () => {
    const seen = await achievementCrash({ players: 10_000, kills: 5 })
    console.info(`killed with ${seen.join(', ')} unlocked or taken back`)
    expect(seen.length).toBeGreaterThanOrEqual(4)
  })
})

test.skipIf(season === null)(
  '500 players through 2024-25 have exactly the badges that plain arrays give, also after a rebuild',
  {
    timeout: 60 * minutes,
  },
  async () => {
    const began = performance.now()
    const game = await simulatedAchievements({ season: season!, players: 500, seed: 11 })
    try {
      const played = performance.now()
      const events = await eventsOf(game)
      const naive = naiveAchievements(events)
      const calculated = performance.now()
      const expected = [...naive].flatMap(([userId, badges]) =>
        [...badges].map(([id, { at }]) => `${userId} ${id} ${at}`),
      )
      const { pool } = game.container.get(TYPES.Database)
      const shown = async () => {
        const { rows } = await pool.query<{ user_id: number; achievement: string; unlocked_at: string }>(
          'select user_id, achievement, unlocked_at from read.achievements',
        )
        return rows.map(({ user_id, achievement, unlocked_at }) => `${user_id} ${achievement} ${unlocked_at}`).sort()
      }
      console.info(
        `${events.length} events, ${expected.length} badges: played in ${Math.round((played - began) / 1_000)} s, in plain arrays ${Math.round((calculated - played) / 1_000)} s`,
      )
      expect(await shown()).toEqual(expected.sort())
      badgesOf(events)
      await rebuildAll(game)
      await unlocked(game, 5 * minutes)
      expect(await shown()).toEqual(expected)
      await until('nothing is left to say', async () => (await eventsOf(game)).length === events.length)
      expect(await differences(game)).toEqual([])
    } finally {
      await game.close()
    }
  },
)
