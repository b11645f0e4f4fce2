import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { NOTIFICATION_REACTOR } from '../../src/notifications/reactor.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { promised } from '../support/promised.ts'
import { expectAccessible, expectNoSideways } from './dashboard-page.ts'
import { DESK, PHONE, type Visitor, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let admin: TestClient

beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  admin = await app.admin()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

let made = 0
/** A new player who hears nothing of achievements, unless these are what it is about. */
async function player(...muted: string[]): Promise<TestClient & { readonly name: string }> {
  const name = `player_${++made}`
  const client = await app.player(name)
  expect((await client.put('/api/notifications/settings', { muted })).status).toBe(200)
  return Object.assign(client, { name })
}

/** So many others join a league of hers. */
async function joins(hers: TestClient, count: number): Promise<{ name: string; joined: string[] }> {
  const { body: league } = await hers.post('/api/leagues', { name: `The Office ${++made}` })
  const joined: string[] = []
  for (let n = 0; n < count; n++) {
    const guest = await player('achievement')
    expect((await guest.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
    joined.push(guest.name)
  }
  await told()
  return { name: league.name, joined }
}

async function told(): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  const head = await app.container.get(TYPES.Log).head()
  expect(await engine.waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
}

/** Rows put into an inbox as the reactor would. */
async function filled(userId: number, count: number): Promise<void> {
  await app.container.get(TYPES.Database).pool.query(
    `insert into app.notifications (user_id, source, kind, data, created_at, stored_at)
     select $1::int, 'old-' || $1::int || '-' || n, 'gameweek', jsonb_build_object('what', 'settled', 'gameweek', 1 + n % 38, 'points', n,
         'rank', null, 'rankBefore', null),
       '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z' from generate_series(1, $2::int) n`,
    [userId, count],
  )
}

const bell = ({ page }: Visitor, name: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name, exact: true })
const panel = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Notifications' })
const texts = async (visitor: Visitor) => panel(visitor).getByRole('listitem').getByRole('paragraph').allInnerTexts()

test('the bell counts what is unread; opening shows it with a word, marks it read, and the focus returns', async () => {
  const maya = await player('achievement')
  const crowd = await joins(maya, 2)
  const { name, joined } = await joins(maya, 1)
  const here = await visit(browser, app, '/', { as: maya })
  const there = await visit(browser, app, '/', { as: maya, size: PHONE })
  await bell(there, 'Notifications, 2 unread').waitFor()
  await there.connected()
  await bell(here, 'Notifications, 2 unread').click()
  const list = panel(here)
  await list.getByRole('link', { name: 'New member' }).first().waitFor()
  // Two who joined one league are one entry.
  const told = [`${joined[0]} joined ${name}.`, `${crowd.joined[1]} and 1 other joined ${crowd.name}.`]
  await expect.poll(() => texts(here)).toEqual(told)
  await expect.poll(() => list.getByText('New', { exact: true }).count()).toBe(2)
  await expect.poll(() => list.getByRole('listitem').first().getByRole('time').innerText()).toBe('just now')
  // Also on the player's other pages.
  await bell(there, 'Notifications').waitFor()
  await here.page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await expect
    .poll(() => bell(here, 'Notifications').evaluate((button) => button === document.activeElement))
    .toBe(true)
  await here.page.keyboard.press('Enter')
  await list.getByRole('link', { name: 'New member' }).first().waitFor()
  expect(await list.getByText('New', { exact: true }).count()).toBe(0)
  await list.getByRole('link', { name: 'New member' }).first().click()
  await here.page.getByRole('heading', { level: 1, name }).waitFor()
  await list.waitFor({ state: 'detached' })
  // Back closes the panel first, and then leaves the page.
  await bell(here, 'Notifications').click()
  await list.waitFor()
  await here.page.goBack()
  await list.waitFor({ state: 'detached' })
  expect(await here.page.getByRole('heading', { level: 1, name }).count()).toBe(1)
  await here.page.goBack()
  await here.page.getByRole('heading', { level: 1, name }).waitFor({ state: 'detached' })
  await here.leave()
  await there.leave()
})

test('a corrected result rings within a second of the answer, old, new and why in its text', async () => {
  const maya = await player('achievement')
  const [match] = (await maya.get('/api/fixtures/current')).filter(({ isOpen }: any) => isOpen)
  const pick = { fixtureId: match.id, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
  expect((await maya.post('/api/predictions', pick)).status).toBe(201)
  const result = (homeScore: number, awayScore: number, reason: string) =>
    admin.post(`/api/admin/fixtures/${match.id}/result`, { homeScore, awayScore, reason })
  expect((await result(2, 1, 'The source is late')).status).toBe(200)
  const hers = await visit(browser, app, '/', { as: maya })
  await bell(hers, 'Notifications').waitFor()
  await hers.connected()
  expect((await result(1, 1, 'Offside')).status).toBe(200)
  await bell(hers, 'Notifications, 1 unread').waitFor({ timeout: promised(1_000) })
  await bell(hers, 'Notifications, 1 unread').click()
  const pairing = `${match.homeTeam.shortName} v ${match.awayTeam.shortName}`
  await panel(hers).getByText(`${pairing} was 2–1 and is now 1–1 (Offside): your 15 points became 0.`).waitFor()
  // One that comes while the panel is open is new, and read at once.
  expect((await result(3, 0, 'Appeal')).status).toBe(200)
  await panel(hers).getByText(`${pairing} was 1–1 and is now 3–0 (Appeal): your 0 points became 5.`).waitFor()
  await expect
    .poll(async () => (await maya.get('/api/notifications')).map(({ isRead }: any) => isRead))
    .toEqual([true, true])
  await hers.leave()
})

test('an empty inbox says what will come; what is switched off stays off', async () => {
  const maya = await player('achievement')
  const hers = await visit(browser, app, '/', { as: maya })
  await bell(hers, 'Notifications').click()
  await panel(hers).getByText('Nothing new yet').waitFor()
  await panel(hers).getByText('You will read here what you scored').waitFor()
  const leagues = panel(hers).getByRole('checkbox', { name: 'What happens in my leagues and teams' })
  const prizes = panel(hers).getByRole('checkbox', { name: 'Competition prizes' })
  await panel(hers).getByText('What you switch off is muted: it is not kept').waitFor()
  await expect.poll(() => leagues.isChecked()).toBe(true)
  await leagues.uncheck()
  await prizes.uncheck()
  await leagues.check()
  await leagues.uncheck()
  await expect
    .poll(() => maya.get('/api/notifications/settings'))
    .toEqual({ muted: ['achievement', 'prize', 'league'] })
  await joins(maya, 1)
  await hers.page.reload()
  await bell(hers, 'Notifications').click()
  await panel(hers).getByText('Nothing new yet').waitFor()
  await expect.poll(() => leagues.isChecked()).toBe(false)
  await hers.leave()
})

test('older ones come by Show more; what is not shown stays unread, and counted, until it is, or all is marked', async () => {
  const maya = await player('achievement')
  await filled((await maya.get('/api/user')).id, 130)
  const hers = await visit(browser, app, '/', { as: maya })
  await bell(hers, 'Notifications, 99+ unread').click()
  const list = panel(hers)
  await list.getByText('You scored 130 in Gameweek 17.').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(20)
  const unread = async () => (await maya.get('/api/notifications/unread')).unread
  await expect.poll(unread).toBe(110)
  for (const shown of [40, 60, 80, 100]) {
    await list.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(shown)
  }
  await expect.poll(unread).toBe(30)
  // The bell counts also what the page has not read from the server.
  await hers.page.keyboard.press('Escape')
  await bell(hers, 'Notifications, 30 unread').click()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(unread).toBe(0)
  await list.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  for (const shown of [40, 60, 80, 100, 120, 130]) {
    await list.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(shown)
  }
  await list.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  await expect.poll(() => list.getByText('You scored 1 in Gameweek 2.').count()).toBe(1)
  await hers.page.keyboard.press('Escape')
  await bell(hers, 'Notifications').waitFor()
  await hers.leave()
})

test('a read that fails says so and can be tried again', async () => {
  const maya = await player('achievement')
  const hers = await visit(browser, app, '/help', { as: maya, expected: /notifications/ })
  await hers.page.route('**/api/notifications?**', (route) => route.fulfill({ status: 503, body: 'away' }))
  await hers.page.reload()
  await bell(hers, 'Notifications').click()
  await panel(hers).getByRole('alert').getByText('Unable to load notifications').waitFor()
  await hers.page.unroute('**/api/notifications?**')
  await panel(hers).getByRole('button', { name: 'Try again' }).click()
  await panel(hers).getByText('Nothing new yet').waitFor()
  await hers.leave()
})

test('axe finds nothing in both themes and nothing sticks out, at 320 and 1280', async () => {
  const maya = await player('achievement')
  await filled((await maya.get('/api/user')).id, 25)
  await joins(maya, 1)
  for (const size of [{ width: 320, height: 700 }, DESK]) {
    const hers = await visit(browser, app, '/leagues', { as: maya, size })
    const what = `notifications at ${size.width}`
    await bell(hers, /^Notifications/).waitFor()
    await expectNoSideways(hers.page, `${what}, closed`)
    await expectAccessible(hers.page, `${what}, closed`)
    await bell(hers, /^Notifications/).click()
    await panel(hers).getByRole('checkbox').first().waitFor()
    await expectNoSideways(hers.page, what)
    await expectAccessible(hers.page, what)
    await hers.leave()
  }
})
