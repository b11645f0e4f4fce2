import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { catalogue } from '../../src/achievements/catalogue.ts'
import type { RetroactiveReport, RetroactiveStatus } from '../../src/contracts/achievements.ts'
import { counted } from '../../ui/src/lib/numbers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { currentFixtures, enterResult } from './dashboard-page.ts'
import { expectSound, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
/** The game before it got most of its achievements. */
let former: TestApp
let app: TestApp
let admin: TestClient
let nia: TestClient
let visitor: Visitor | null = null

beforeAll(async () => {
  browser = await launchBrowser()
  const few = catalogue.filter(({ id }) => id === 'first-whistle')
  former = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true, catalogue: few })
  const players = await Promise.all(['nia.okafor', 'ben', 'zoe'].map((name) => former.player(name)))
  const [match] = await currentFixtures(players[0]!)
  for (const [index, [home, away]] of [
    [2, 1],
    [1, 0],
    [0, 3],
  ].entries())
    await players[index]!.post('/api/predictions', {
      fixtureId: match!.id,
      predictedResult: home! > away! ? 'home' : 'away',
      predictedHomeScore: home,
      predictedAwayScore: away,
    })
  former.clock.set(new Date(Date.parse(match!.kickoffTime!) + 6_600_000).toISOString())
  await enterResult(await former.admin(), match!, 2, 1)
  await former.settled()
  await former.stop()

  app = await startTestApp({ beside: former })
  admin = await app.admin()
  nia = app.client()
  expect((await nia.post('/api/login', { username: 'nia.okafor', password: 'password-1' })).status).toBe(200)
  // Its facts are folded again for the new rules.
  await vi.waitUntil(async () => (await status()).waiting.users === 2, { timeout: 20_000, interval: 100 })
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
  await former?.close()
})
afterEach(async () => {
  const leaving = visitor
  visitor = null
  await leaving?.leave()
})

const status = (): Promise<RetroactiveStatus> => admin.get('/api/admin/achievements/retroactive')

async function dryRun(): Promise<RetroactiveReport> {
  const { body } = await admin.post('/api/admin/achievements/retroactive', { dryRun: true })
  return body
}

const open = async (options: VisitorOptions = {}): Promise<Page> => {
  visitor = await visit(browser, app, '/admin/achievements', { as: admin, ...options })
  await visitor.page.getByRole('heading', { level: 1, name: 'Achievements' }).waitFor()
  return visitor.page
}

const press = (page: Page) => page.getByRole('button', { name: 'Unlock Achievements' }).click()

test('the admin area leads here', async () => {
  visitor = await visit(browser, app, '/admin', { as: admin })
  await visitor.page
    .getByRole('main')
    .getByRole('list')
    .getByRole('link', { name: 'Unlock Achievements' })
    .last()
    .click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Achievements' }).waitFor()
})

test('the first press shows who would get what, by achievement and by player, and changes nothing', async () => {
  const expected = await dryRun()
  expect(expected).toMatchObject({ usersAffected: 2, results: [{ username: 'nia.okafor' }, { username: 'ben' }] })
  const before = (await nia.get('/api/user')).achievementCount
  const page = await open()
  const total = counted(expected.totalUnlocked, 'achievement')
  await page.getByText(`${total} wait for 2 players.`).waitFor()
  await press(page)
  const heading = page.getByRole('heading', { name: `${total} for 2 players` })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)

  const byPlayer = page.getByRole('region', { name: 'By player' }).getByRole('listitem')
  for (const [index, { username, unlockedCount, achievements }] of expected.results.entries()) {
    const row = (await byPlayer.nth(index).innerText()).replaceAll(/\s+/g, ' ')
    expect(row).toContain(`${username} ${counted(unlockedCount, 'achievement')}`)
    for (const { name } of achievements) expect(row).toContain(name)
  }
  const byAchievement = page.getByRole('region', { name: 'By achievement' }).getByRole('listitem')
  await expect.poll(() => byAchievement.filter({ hasText: 'First Success' }).innerText()).toMatch(/2 players/)
  await expect.poll(() => byAchievement.filter({ hasText: 'Score Predictor' }).innerText()).toMatch(/1 player$/)

  await page.getByRole('button', { name: 'Cancel' }).click()
  await heading.waitFor({ state: 'detached' })
  const opener = page.getByRole('button', { name: 'Unlock Achievements' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await nia.get('/api/user')).achievementCount).toBe(before)
  expect(await dryRun()).toEqual(expected)
})

test('the page and its preview pass axe in both themes and fit every width', async () => {
  const page = await open()
  await press(page)
  await page.getByRole('button', { name: /^Unlock \d+ for 2 players$/ }).waitFor()
  await expectSound(page, 'unlocking')
})

test('a failure is Achievement unlock failed, with the words of the server', async () => {
  const page = await open({ expected: /status of 503/ })
  await page.route('**/api/admin/achievements/retroactive', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { detail: 'The store is away' } })
      : route.continue(),
  )
  await press(page)
  await visitor!.toast('Achievement unlock failed')
  await visitor!.toast('The store is away')
})

test('one achievement alone: told with its numbers, and it pops up on the open page of who gets it', async () => {
  // What she has earned before is no news.
  await nia.post('/api/user/achievements/check')
  const hers = await visit(browser, app, '/leagues', { as: nia })
  await hers.connected()
  const page = await open()
  await page.getByLabel('Achievement', { exact: true }).selectOption('Score Predictor')
  await press(page)
  await page.getByRole('button', { name: 'Unlock 1 for 1 player' }).click()
  await visitor!.toast('Retroactive achievements completed')
  await visitor!.toast('1 achievement unlocked for 1 player')
  await page.getByText(/Latest run: .*, Score Predictor\. 1 achievement unlocked for 1 player\./).waitFor()
  await hers.page.getByRole('status').getByText('Score Predictor').waitFor()
  await hers.leave()
  // Dated by the match that earned it, not by the run.
  const mine = await nia.get('/api/user/achievements')
  const { unlockedAt } = mine.find(({ id }: { id: string }) => id === 'score-predictor')
  expect(Date.parse(unlockedAt)).toBeLessThan(Date.parse((await status()).run!.orderedAt))
})

test('the run gives what was shown, says so once it is done, and a second one finds nobody', async () => {
  const { totalUnlocked } = await dryRun()
  const page = await open()
  await press(page)
  await page.getByRole('button', { name: `Unlock ${totalUnlocked} for 2 players` }).click()
  await visitor!.toast('Retroactive achievements completed')
  await visitor!.toast(`${counted(totalUnlocked, 'achievement')} unlocked for 2 players`)
  await page.getByText(/Latest run: .*, all achievements\./).waitFor()
  await page.getByText('Nobody has anything to catch up on.', { exact: true }).waitFor()
  expect(
    (await nia.get('/api/user/achievements')).find(({ id }: { id: string }) => id === 'first-success'),
  ).toMatchObject({ isUnlocked: true })
  await press(page)
  await page.getByText('Everybody has what they have earned.').waitFor()
  expect(await page.getByRole('button', { name: /^Unlock \d/ }).count()).toBe(0)
})

test('a run that goes on is shown with its progress, also after a reload, and its end is told', async () => {
  const run = { orderedAt: '2026-11-23T22:00:00.000Z', only: null, total: 4_800, done: 1_200, users: 900 }
  let answer: RetroactiveStatus = {
    folding: null,
    waiting: { achievements: 0, users: 0 },
    run: { ...run, state: 'running' },
  }
  let [isAway, failures] = [false, 0]
  const page = await open({ expected: /status of 503/ })
  await page.route('**/api/admin/achievements/retroactive', async (route) => {
    if (!isAway) return route.fulfill({ json: answer })
    await route.fulfill({ status: 503, json: { detail: 'The store is away' } })
    failures += 1
  })
  await page.reload()
  const bar = page.getByRole('progressbar', { name: 'Unlocking' })
  await bar.waitFor()
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('25')
  await page.getByText('Unlocking: 1,200 of 4,800 achievements').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Unlock Achievements' }).isDisabled()).toBe(true)
  // A server that is away for a while, as for a restart, does not end it.
  isAway = true
  await expect.poll(() => failures).toBeGreaterThan(1)
  isAway = false
  answer = { ...answer, run: { ...run, done: 2_400, state: 'running' } }
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('50')
  // Another administrator orders one too, which finds nobody: what is told is the end of this one.
  const other = { orderedAt: '2026-11-23T22:00:09.000Z', only: null, total: 0, done: 0, users: 0 }
  answer = { ...answer, run: { ...other, state: 'completed' } }
  await visitor!.toast('4,800 achievements unlocked for 900 players')
  await bar.waitFor({ state: 'detached' })

  answer = { ...answer, folding: { done: 30, total: 120 } }
  await page.reload()
  await page.getByText('Reading the history: 30 of 120 events').waitFor()
})
