import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserAchievement } from '../../src/contracts/achievements.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
})
afterAll(() => app.close())

interface Fixture {
  readonly id: number
  readonly gameweek: number
  readonly status: string
  readonly kickoffTime: string
}

/** Matches that take predictions, by kickoff. */
async function openFixtures(of: TestClient): Promise<readonly Fixture[]> {
  const fixtures: Fixture[] = await of.get('/api/fixtures')
  const open = fixtures.filter(
    ({ status, kickoffTime }) => status === 'SCHEDULED' && Date.parse(kickoffTime) > app.clock.now() + 600_000,
  )
  return open.sort((a, b) => a.kickoffTime.localeCompare(b.kickoffTime) || a.id - b.id)
}

const predict = (player: TestClient, fixtureId: number, home: number, away: number) =>
  player.post('/api/predictions', {
    fixtureId,
    predictedResult: home > away ? 'home' : home < away ? 'away' : 'draw',
    predictedHomeScore: home,
    predictedAwayScore: away,
  })

const result = (fixtureId: number, homeScore: number, awayScore: number) =>
  admin.post(`/api/admin/fixtures/${fixtureId}/result`, { homeScore, awayScore, reason: 'Seen on the pitch' })

const check = async (player: TestClient): Promise<string[]> => {
  const { status, body } = await player.post('/api/user/achievements/check')
  expect(status).toBe(200)
  return body.achievements.map(({ achievementId }: { achievementId: string }) => achievementId)
}

const unlockedOf = async (player: TestClient): Promise<string[]> => {
  const all: UserAchievement[] = await player.get('/api/user/achievements')
  return all.filter(({ isUnlocked }) => isUnlocked).map(({ id }) => id)
}

describe('achievements', () => {
  test('the catalogue: at least thirty, five categories, four rarities, all fourteen icons', async () => {
    const player = await app.player('catalogue')
    const all: UserAchievement[] = await player.get('/api/achievements')
    expect(all.length).toBeGreaterThanOrEqual(30)
    expect(new Set(all.map(({ category }) => category)).size).toBe(5)
    expect(new Set(all.map(({ rarity }) => rarity)).size).toBe(4)
    expect(new Set(all.map(({ icon }) => icon)).size).toBe(14)
    for (const name of [
      'First Success',
      'Prediction Master',
      'Leaderboard King',
      'Score Predictor',
      'Streak Master',
      'Dedicated Predictor',
    ])
      expect(all.map((each) => each.name)).toContain(name)
  })

  test('a prediction, a result, a correction and its correction: unlocked, taken back, unlocked again, with its points', async () => {
    const player = await app.player('winner')
    const [fixture] = await openFixtures(player)
    expect(await check(player)).toEqual([])
    expect((await predict(player, fixture!.id, 2, 1)).status).toBe(201)
    expect(await check(player)).toEqual(['first-whistle'])
    expect(await check(player)).toEqual([])
    await result(fixture!.id, 2, 1)
    expect(await check(player)).toEqual(['first-success', 'score-predictor'])
    expect(await player.get('/api/user')).toMatchObject({ totalPoints: 30, achievementCount: 3 })
    await result(fixture!.id, 3, 1)
    expect(await check(player)).toEqual([])
    expect(await unlockedOf(player)).toEqual(['first-whistle', 'first-success'])
    expect(await player.get('/api/user')).toMatchObject({ totalPoints: 10, achievementCount: 2 })
    await result(fixture!.id, 2, 1)
    expect(await check(player)).toEqual(['score-predictor'])
    expect(await player.get('/api/user')).toMatchObject({ totalPoints: 30, achievementCount: 3 })
  })
})
