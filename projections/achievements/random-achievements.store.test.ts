import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { achievementTables } from '../../test/support/achievement-tables.ts'
import { naiveAchievements } from '../../test/support/naive-achievements.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { randomAchievementLog } from '../../test/support/random-achievements.ts'
import { repeated } from '../../test/support/repeated.ts'
import type { Badge } from './rows.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

/** Returns user, achievement, event and time of each earned badge, one per line. */
const earnedOf = (badges: readonly Badge[]): string[] =>
  badges
    .filter(({ earned_by }) => earned_by !== null)
    .map(({ user_id, achievement, earned_by, earned_at }) => `${user_id} ${achievement} ${earned_by} ${earned_at}`)
    .sort()

const naiveOf = (events: Parameters<typeof naiveAchievements>[0]): string[] =>
  [...naiveAchievements(events)]
    .flatMap(([userId, badges]) => [...badges].map(([id, { by, at }]) => `${userId} ${id} ${by} ${at}`))
    .sort()

const runs = Number(process.env.ACHIEVEMENT_RUNS ?? repeated(2, 4))
/** From 3, which is also folded event by event. */
const seeds = Array.from({ length: runs }, (_, index) => String(index + 3))

describe('random events', () => {
  test.each(seeds)(
    'seed %s: earned badges equal a naive calculation over arrays, in batches of any size',
    async (seed) => {
      const events = randomAchievementLog(seed, 10 + ((Number(seed) * 5) % 15))
      const bySeven = await achievementTables(database.db)
      await bySeven.project(events, 7)
      expect(earnedOf(await bySeven.badges())).toEqual(naiveOf(events))
      const bytes = await bySeven.bytes()
      for (const size of [1_000, ...(Number(seed) % 4 === 3 ? [1] : [])]) {
        const tables = await achievementTables(database.db)
        await tables.project(events, size)
        expect(await tables.bytes(), `in batches of ${size}`).toEqual(bytes)
        await tables.drop()
      }
      await bySeven.drop()
    },
    120_000,
  )
})
