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

test('a busy league: performers, a missing name is Unknown, the bar at 80', async () => {
  const statistics = await openWith(busy)
  await expect.poll(() => statistics.tile('Total Predictions')).toBe('1,234')
  await expect.poll(() => statistics.tile('Average Accuracy')).toBe('47.3%')
  await expect.poll(() => statistics.tile('Activity Trend')).toBe('Increasing')
  expect(await statistics.performers()).toEqual([
    'M Top Scorer maya 512 points',
    'U Most Accurate Unknown 66.7%',
    'J Weekly Leader jonesy 35 this week',
  ])
  await expect.poll(() => statistics.activity()).toBe('80')
})

test('members in the server’s order: Admin badge, accuracy of settled predictions, streak, points of the week', async () => {
  const statistics = await openWith(busy)
  const rows = statistics.members
  const texts = await statistics.memberLines()
  expect(texts[0]).toMatch(/1 maya Streak of 4 124 predictions · 34\.2% accuracy 512 points \+20 this week/)
  expect(texts[1]).toMatch(/2 nia\.okafor Admin 0 predictions · 0\.0% accuracy 0 points$/)
  // The reader's own row is marked.
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-current'))))
    .toEqual([null, 'true'])
})

test('many members are loaded in steps, the reader’s own row after a gap', async () => {
  const members = Array.from({ length: 45 }, (_, index) => ({
    ...busy.members![0]!,
    id: index + 10,
    user: { id: index + 10, ...named(index === 30 ? 'nia.okafor' : `member${index + 1}`) },
    totalPoints: 500 - Math.floor(index / 2),
  }))
  const statistics = await openWith({ ...busy, memberCount: 45, members })
  const rows = statistics.members
  await statistics.says('1 to 20 of 45 members')
  expect(await rows.count()).toBe(21)
  expect(await rows.last().innerText()).toMatch(/^Rank\s31\s+nia\.okafor/)
  await statistics.nextPage()
  await statistics.says('21 to 40 of 45 members')
  expect(await rows.count()).toBe(20)
  expect(await rows.first().innerText()).toMatch(/^Rank\s21\s+member21/)
})

test('less going on puts the bar at 30; no members: No members found in this league', async () => {
  const statistics = await openWith({ activityTrend: 'decreasing', members: [] })
  await expect.poll(() => statistics.tile('Activity Trend')).toBe('Decreasing')
  await expect.poll(() => statistics.activity()).toBe('30')
  await statistics.says('No members found in this league')
})

test('statistics that do not load, of a stranger’s league or of no league: Failed to load league statistics', async () => {
  const stranger = await stage.app.player('stranger')
  const statistics = await openStatistics(stage, id, { as: stranger, expected: /status of 404/ })
  await statistics.says('Failed to load league statistics')
  expect(await statistics.times('Back Post Club')).toBe(0)
  await statistics.goTo('/leagues/abc/statistics')
  await statistics.says('Failed to load league statistics')
})

test('statistics pass axe in both themes and fit every width', async () => {
  const statistics = await openWith(busy)
  await expectSound(statistics, 'statistics')
})
