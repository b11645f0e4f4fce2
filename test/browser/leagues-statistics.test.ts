import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LeagueStatistics } from '../../src/contracts/leagues.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { expectSound, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let nia: TestClient
let id: number
let visitor: Visitor
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  nia = await app.player('nia.okafor')
  const { body } = await nia.post('/api/leagues', {
    name: 'Back Post Club',
    description: 'All think Burnley will score.',
  })
  id = body.id
  for (const name of ['maya', 'jonesy'])
    await (await app.player(name)).post('/api/leagues/join-code', { joinCode: body.joinCode })
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(() => visitor?.leave())

const open = async (path: string, options: VisitorOptions = {}): Promise<Page> => {
  visitor = await visit(browser, app, path, { as: nia, ...options })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor.page
}

/** The page with numbers that a league has late in a season. */
async function openWith(statistics: Partial<LeagueStatistics>, options: VisitorOptions = {}): Promise<Page> {
  const page = await open('/no/such/page', { ...options, expected: options.expected })
  const real = await nia.get(`/api/leagues/${id}/statistics`)
  await page.route(`**/api/leagues/${id}/statistics`, (route) => route.fulfill({ json: { ...real, ...statistics } }))
  await page.goto(`/leagues/${id}/statistics`)
  await page.getByRole('heading', { level: 1, name: 'Back Post Club Statistics' }).waitFor()
  return page
}

const tile = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

const busy: Partial<LeagueStatistics> = {
  totalPredictions: 1234,
  averageAccuracy: 47.25,
  activityTrend: 'increasing',
  lastActivity: '2026-11-20T10:00:00.000Z',
  topScorer: { user: { username: 'maya' }, totalPoints: 512 },
  mostAccurate: { user: { username: '' }, totalPredictions: 5, correctPredictions: 2, settledPredictions: 3 },
  weeklyLeader: { user: { username: 'jonesy' }, weeklyPoints: 35 },
  members: [
    {
      id: 3,
      role: 'member',
      user: { username: 'maya' },
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
      user: { username: 'nia.okafor' },
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
  const page = await open(`/leagues/${id}/statistics`)
  await page.getByRole('heading', { level: 1, name: 'Back Post Club Statistics' }).waitFor()
  await page.getByText('All think Burnley will score.').waitFor()
  await expect.poll(() => tile(page, 'Members').textContent()).toBe('3')
  await expect.poll(() => tile(page, 'Total Predictions').textContent()).toBe('0')
  await expect.poll(() => tile(page, 'Average Accuracy').textContent()).toBe('0.0%')
  await expect.poll(() => tile(page, 'Activity Trend').textContent()).toBe('Stable')
  expect(await page.getByText('Top Scorer').count()).toBe(0)
  await expect.poll(() => tile(page, 'Last Activity').textContent()).toBe('Never')
  await expect.poll(() => tile(page, 'Created').textContent()).toBe('21 Nov 2026')
  await expect.poll(() => page.getByRole('meter', { name: 'Activity' }).getAttribute('aria-valuenow')).toBe('50')
  await expect.poll(() => page.getByRole('list', { name: 'Member Leaderboard' }).getByRole('listitem').count()).toBe(3)
  await page.getByRole('link', { name: 'Back to Leagues' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leagues' }).waitFor()
})

test('a busy league: performers, a missing name is Unknown, the bar at 80', async () => {
  const page = await openWith(busy)
  await expect.poll(() => tile(page, 'Total Predictions').textContent()).toBe('1,234')
  await expect.poll(() => tile(page, 'Average Accuracy').textContent()).toBe('47.3%')
  await expect.poll(() => tile(page, 'Activity Trend').textContent()).toBe('Increasing')
  const performers = page.getByRole('list', { name: 'Top Performers' }).getByRole('listitem')
  const texts = (await performers.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(texts).toEqual([
    'M Top Scorer maya 512 points',
    'U Most Accurate Unknown 66.7%',
    'J Weekly Leader jonesy 35 this week',
  ])
  await expect.poll(() => page.getByRole('meter', { name: 'Activity' }).getAttribute('aria-valuenow')).toBe('80')
})

test('members in the server’s order: Admin badge, accuracy of settled predictions, streak, points of the week', async () => {
  const page = await openWith(busy)
  const rows = page.getByRole('list', { name: 'Member Leaderboard' }).getByRole('listitem')
  const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(texts[0]).toMatch(/1 maya Streak of 4 124 predictions · 34\.2% accuracy 512 points \+20 this week/)
  expect(texts[1]).toMatch(/2 nia\.okafor Admin 0 predictions · 0\.0% accuracy 0 points$/)
  // The reader's own row is marked.
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-current'))))
    .toEqual([null, 'true'])
})

test('many members come some at a time, the reader’s own row after a gap', async () => {
  const members = Array.from({ length: 45 }, (_, index) => ({
    ...busy.members![0]!,
    id: index + 10,
    user: { username: index === 30 ? 'nia.okafor' : `member${index + 1}` },
    totalPoints: 500 - Math.floor(index / 2),
  }))
  const page = await openWith({ ...busy, memberCount: 45, members })
  const rows = page.getByRole('list', { name: 'Member Leaderboard' }).getByRole('listitem')
  await page.getByText('1 to 20 of 45 members').waitFor()
  expect(await rows.count()).toBe(21)
  expect(await rows.last().innerText()).toMatch(/^Rank\s31\s+nia\.okafor/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('21 to 40 of 45 members').waitFor()
  expect(await rows.count()).toBe(20)
  expect(await rows.first().innerText()).toMatch(/^Rank\s21\s+member21/)
})

test('less going on puts the bar at 30; no members: No members found in this league', async () => {
  const page = await openWith({ activityTrend: 'decreasing', members: [] })
  await expect.poll(() => tile(page, 'Activity Trend').textContent()).toBe('Decreasing')
  await expect.poll(() => page.getByRole('meter', { name: 'Activity' }).getAttribute('aria-valuenow')).toBe('30')
  await page.getByText('No members found in this league').waitFor()
})

test('statistics that do not load, of a stranger’s league or of no league: Failed to load league statistics', async () => {
  const page = await open(`/leagues/${id}/statistics`, { as: await app.player('stranger'), expected: /status of 404/ })
  await page.getByText('Failed to load league statistics').waitFor()
  expect(await page.getByText('Back Post Club').count()).toBe(0)
  await page.goto('/leagues/abc/statistics')
  await page.getByText('Failed to load league statistics').waitFor()
})

test('statistics pass axe in both themes and fit every width', async () => {
  const page = await openWith(busy)
  await expectSound(page, 'statistics')
})
