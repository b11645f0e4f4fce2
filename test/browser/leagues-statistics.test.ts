import { beforeAll, expect, test } from 'vitest'
import type { LeagueStatistics } from '../../src/areas/leagues/contract.ts'
import type { TestClient } from '../support/app.ts'
import { named } from '../support/named.ts'
import { changing } from './answers.ts'
import { openStatistics } from './league-statistics-page.ts'
import { expectSound } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()
let nia: TestClient
let id: number
beforeAll(async () => {
  const { app } = stage
  nia = await app.player('nia.okafor')
  const { body } = await nia.post('/api/leagues', {
    name: 'Back Post Club',
    description: 'All think Burnley will score.',
  })
  id = body.id
  for (const name of ['maya', 'jonesy'])
    await (await app.player(name)).post('/api/leagues/join-code', { joinCode: body.joinCode })
})

/** The page with the numbers of a league late in a season. */
async function openWith(numbers: Partial<LeagueStatistics>) {
  const late = changing(`**/api/leagues/${id}/statistics`, (real: LeagueStatistics) => ({ ...real, ...numbers }))
  const statistics = await openStatistics(stage, id, { as: nia, prepare: late.on })
  await statistics.isAt('Back Post Club Statistics')
  return statistics
}

const busy: Partial<LeagueStatistics> = {
  totalPredictions: 1234,
  averageAccuracy: 47.25,
  activityTrend: 'increasing',
  lastActivity: '2026-11-20T10:00:00.000Z',
  topScorer: { user: { id: 3, ...named('maya') }, totalPoints: 512 },
  mostAccurate: { user: { id: 4, ...named('') }, totalPredictions: 5, correctPredictions: 2, settledPredictions: 3 },
  weeklyLeader: { user: { id: 5, ...named('jonesy') }, weeklyPoints: 35 },
  members: [
    {
      id: 3,
      role: 'member',
      user: { id: 3, ...named('maya') },
      totalPredictions: 124,
      correctPredictions: 41,
      settledPredictions: 120,
      streak: 4,
      totalPoints: 512,
      weeklyPoints: 20,
    },
    {
      id: 2,
      role: 'admin',
      user: { id: 2, ...named('nia.okafor') },
      totalPredictions: 0,
      correctPredictions: 0,
      settledPredictions: 0,
      streak: 0,
      totalPoints: 0,
      weeklyPoints: 0,
    },
  ],
}

test('a new league: title, description, four tiles, no performers, last activity Never, the bar at 50', async () => {
  const statistics = await openStatistics(stage, id, { as: nia })
  await statistics.isAt('Back Post Club Statistics')
  await statistics.says('All think Burnley will score.')
  await expect.poll(() => statistics.tile('Members')).toBe('3')
  await expect.poll(() => statistics.tile('Total Predictions')).toBe('0')
  await expect.poll(() => statistics.tile('Average Accuracy')).toBe('0.0%')
  await expect.poll(() => statistics.tile('Activity Trend')).toBe('Stable')
  expect(await statistics.times('Top Scorer')).toBe(0)
  await expect.poll(() => statistics.tile('Last Activity')).toBe('Never')
  await expect.poll(() => statistics.tile('Created')).toBe('21 Nov 2026')
  await expect.poll(() => statistics.activity()).toBe('50')
  await expect.poll(() => statistics.members.count()).toBe(3)
  await statistics.backToLeagues()
  await statistics.isAt('Leagues')
})

test('statistics pass axe in both themes and fit every width', async () => {
  const statistics = await openWith(busy)
  await expectSound(statistics, 'statistics')
})
