import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { League } from '../../src/contracts/leagues.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { enterResult, expectAccessible, expectNoSideways } from './dashboard-page.ts'
import { expectSound, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let admin: TestClient
let nia: TestClient
let maya: TestClient
let visitor: Visitor
let users = 0
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  admin = await app.admin()
  nia = await app.player('nia.okafor')
  maya = await app.player('maya')
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

const newPlayer = () => app.player(`player${++users}`)

async function newLeague(by: TestClient, league: Record<string, unknown>): Promise<League> {
  const { status, body } = await by.post('/api/leagues', league)
  expect(status, body?.detail).toBe(201)
  return body
}

async function joinAll(league: League, ...players: TestClient[]) {
  for (const player of players)
    expect((await player.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
/** Said also while a dialog hides the rest of the page from assistive technology. */
const said = (page: Page, text: string) => page.locator('[role=status]').getByText(text).first().waitFor()

test('who is in no league is told No leagues yet; where none is public, No leagues available', async () => {
  const page = await open('/leagues', { as: await newPlayer() })
  await page.getByText('No leagues yet').waitFor()
  await page.getByRole('tab', { name: 'Discover' }).click()
  await page.getByText('No leagues available').waitFor()
})

test('a league needs a name, is created with one, and its card has maker, members, description and date', async () => {
  const page = await open('/leagues')
  await page.getByRole('button', { name: 'Create League' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await dialog.getByRole('button', { name: 'Create League' }).click()
  await dialog.getByText('Please give the league a name').waitFor()
  await dialog.getByLabel('Name').fill('Back Post Club')
  await dialog.getByLabel('Description').fill('Who all think Burnley will score.')
  await dialog.getByRole('button', { name: 'Create League' }).click()
  await visitor.toast('League created successfully')
  await page.getByRole('heading', { level: 1, name: 'Back Post Club' }).waitFor()
  await page.getByRole('link', { name: 'Leagues' }).first().click()
  const mine = card(page, 'Back Post Club')
  await mine.getByText('1 member').waitFor()
  await mine.getByText('Who all think Burnley will score.').waitFor()
  await mine.getByText('Created by nia.okafor, 21 Nov 2026').waitFor()
  await mine.getByText('Private').waitFor()
  await expect
    .poll(() => mine.getByRole('link', { name: 'Stats' }).getAttribute('href'))
    .toMatch(/^\/leagues\/\d+\/statistics$/)
  await expect
    .poll(() => mine.getByRole('link', { name: 'Teams' }).getAttribute('href'))
    .toMatch(/^\/team-management\/\d+$/)
})

test('Share Join Code copies the code: Join code copied', async () => {
  const league = await newLeague(nia, { name: 'Copied' })
  const page = await open('/leagues')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(page, 'Copied').getByRole('button', { name: 'Share Join Code' }).click()
  await visitor.toast('Join code copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(league.joinCode)
})

test('a code in any case joins; an empty one and one of no league are refused where they were typed', async () => {
  const league = await newLeague(nia, { name: 'By code' })
  const page = await open('/leagues', { as: await newPlayer(), expected: /status of 404/ })
  await page.getByRole('button', { name: 'Join League' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join League' })
  const send = dialog.getByRole('button', { name: 'Join League' })
  await send.click()
  await dialog.getByText('Please enter a join code').waitFor()
  await dialog.getByLabel('Join code').fill('WRONGONE')
  await send.click()
  await said(page, 'Failed to join league')
  await dialog.getByText('There is no league with this join code').waitFor()
  await dialog.getByLabel('Join code').fill(` ${league.joinCode!.toLowerCase()} `)
  await page.keyboard.press('Enter')
  await visitor.toast('Joined league successfully')
  await page.getByRole('heading', { level: 1, name: 'By code' }).waitFor()
  await page.getByText('You', { exact: true }).first().waitFor()
})

test('what fails is said: Failed to create league', async () => {
  const page = await open('/leagues', { expected: /status of 503/ })
  await page.getByRole('button', { name: 'Create League' }).click()
  await page.route('**/api/leagues', (route) => route.fulfill({ status: 503, body: '' }))
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await dialog.getByLabel('Name').fill('Nowhere')
  await dialog.getByRole('button', { name: 'Create League' }).click()
  await said(page, 'Failed to create league')
  await dialog.getByRole('alert').waitFor()
})

test('who is in more leagues than a page holds shows more of them', async () => {
  const league = await newLeague(maya, { name: 'The one there is' })
  const page = await open('/leagues', {
    as: maya,
    prepare: async (context) => {
      await context.route(/\/api\/leagues\/\d+\/messages/, (route) => route.fulfill({ json: [] }))
      await context.route(/\/api\/user\/leagues/, (route) => {
        const [from, count] = route.request().url().includes('offset=100') ? [101, 2] : [1, 100]
        const ids = Array.from({ length: count! }, (_, nth) => from! + nth)
        return route.fulfill({ json: ids.map((id) => ({ ...league, id, name: `League ${id}` })) })
      })
    },
  })
  await card(page, 'League 100').waitFor()
  expect(await card(page, 'League 101').count()).toBe(0)
  await page.getByRole('button', { name: 'Show more leagues' }).click()
  await card(page, 'League 102').waitFor()
  expect(await page.getByRole('button', { name: 'Show more leagues' }).count()).toBe(0)
})

test('a public league is joined with one click under Discover; a private one is not listed for strangers', async () => {
  await newLeague(nia, { name: 'Groundhoppers', type: 'public' })
  await newLeague(nia, { name: 'Behind closed doors' })
  const page = await open('/leagues?tab=discover', { as: await newPlayer() })
  const found = card(page, 'Groundhoppers')
  await found.getByText('Public').waitFor()
  expect(await found.getByRole('button', { name: 'Share Join Code' }).count()).toBe(0)
  expect(await card(page, 'Behind closed doors').count()).toBe(0)
  await found.getByRole('button', { name: 'Join Groundhoppers' }).click()
  await visitor.toast('Joined league successfully')
  await found.getByText('2 members').waitFor()
  await found.getByText('Member', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'My Leagues' }).click()
  await card(page, 'Groundhoppers').waitFor()
})

test('the page of a league: standings by points overall and by gameweek, since joining, one’s own row', async () => {
  const early = await newPlayer()
  const late = await newPlayer()
  const league = await newLeague(early, { name: 'Back four' })
  const fixtures: any[] = await early.get('/api/fixtures/current')
  const first = fixtures.find(({ isOpen }) => isOpen)
  for (const [player, homeScore] of [
    [early, 2],
    [late, 1],
  ] as const)
    expect(
      (
        await player.post('/api/predictions', {
          fixtureId: first.id,
          predictedResult: 'home',
          predictedHomeScore: homeScore,
          predictedAwayScore: 0,
        })
      ).status,
    ).toBe(201)
  await enterResult(admin, first, 2, 0)
  app.clock.set(new Date(Date.parse(first.kickoffTime) + 3_600_000).toISOString())
  await joinAll(league, late)
  await app.settled()
  const own = await open(`/leagues/${league.id}`, { as: early })
  const mine = own.getByRole('table').getByRole('row').filter({ hasText: 'You' })
  await expect.poll(() => mine.innerText()).toContain('15')
  expect(await mine.innerText()).not.toContain('since joining')
  await visitor.leave()
  const page = await open(`/leagues/${league.id}`, { as: late })
  const table = page.getByRole('table', { name: 'League standings, overall' })
  const rows = table.getByRole('row')
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/1[\s\S]*player[\s\S]*15/)
  await expect.poll(() => rows.nth(2).innerText()).toMatch(/2[\s\S]*You[\s\S]*5[\s\S]*0 since joining/)
  await expect.poll(() => page.getByText('Your rank').locator('..').innerText()).toContain('2nd')
  await expect.poll(() => page.getByText('Behind first').locator('..').innerText()).toContain('10')
  await page.getByRole('tab', { name: `Gameweek ${first.gameweek}` }).click()
  const week = page.getByRole('table', { name: `League standings, gameweek ${first.gameweek}` })
  await expect.poll(() => week.getByRole('row').nth(2).innerText()).toMatch(/You[\s\S]*5/)
  await page.getByRole('button', { name: 'Previous gameweek' }).click()
  await page.getByRole('table', { name: `League standings, gameweek ${first.gameweek - 1}` }).waitFor()
})

test('its admin renames the league, opens it, gives it a new code, removes a member and hands it over', async () => {
  const gone = await newPlayer()
  const league = await newLeague(nia, { name: 'Old name' })
  await joinAll(league, maya, gone)
  const page = await open(`/leagues/${league.id}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('New name')
  await page.getByLabel('Who can join').selectOption('public')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await visitor.toast('Settings saved')
  await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor()
  await page.getByText('Public', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New code' }).click()
  await visitor.toast('New join code')
  const { joinCode } = await nia.get(`/api/leagues/${league.id}`)
  expect(joinCode).not.toBe(league.joinCode)
  await page.getByText(`Join code ${joinCode}`).waitFor({ state: 'attached' })

  const { username } = await gone.get('/api/user')
  await page.getByRole('button', { name: `Remove ${username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await visitor.toast('Member removed')
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(1)

  await page.getByRole('button', { name: 'Make admin maya' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
  await visitor.toast('League handed over')
  await page.getByRole('heading', { name: 'Membership' }).waitFor()
  await page.getByRole('button', { name: 'Save settings' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
})

test('leaving asks first, then leads back to the leagues', async () => {
  const league = await newLeague(nia, { name: 'Left alone' })
  await joinAll(league, maya)
  // Nothing is asked for that is not there any more: the console stays clean.
  const page = await open(`/leagues/${league.id}`, { as: maya })
  await page.getByRole('button', { name: 'Leave league' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave Left alone?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave league' }).click()
  await dialog.getByRole('button', { name: 'Leave league' }).click()
  await visitor.toast('Left league successfully')
  await page.getByRole('heading', { level: 1, name: 'Leagues' }).waitFor()
  await page.getByRole('tab', { name: 'My Leagues' }).waitFor()
  await expect.poll(() => card(page, 'Left alone').count()).toBe(0)
})

test('who joins meanwhile appears without a reload', async () => {
  const league = await newLeague(nia, { name: 'Watched' })
  const page = await open(`/leagues/${league.id}`)
  await page.getByRole('list', { name: 'Members' }).waitFor()
  const newcomer = await newPlayer()
  await visitor.connected()
  await joinAll(league, newcomer)
  const { username } = await newcomer.get('/api/user')
  await page.getByRole('list', { name: 'Members' }).getByText(username).first().waitFor()
})

test('a private league is not there for strangers, and neither is one without a number', async () => {
  const league = await newLeague(nia, { name: 'Secret' })
  const page = await open(`/leagues/${league.id}`, { as: await newPlayer(), expected: /status of 404/ })
  await page.getByRole('heading', { level: 1, name: 'League not found' }).waitFor()
  expect(await page.getByText('Secret').count()).toBe(0)
  await page.goto('/leagues/abc')
  await page.getByRole('heading', { level: 1, name: 'Invalid League' }).waitFor()
  await page.getByText('League ID is missing or invalid.').waitFor()
  await page.getByRole('link', { name: 'Back to Leagues' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leagues' }).waitFor()
})

test('the Multiplayer Hub: three of my leagues, competitions of now, featured leagues to join', async () => {
  const player = await newPlayer()
  for (const name of ['Hub one', 'Hub two', 'Hub three', 'Hub four']) await newLeague(player, { name })
  const open3 = await newLeague(await newPlayer(), { name: 'Featured', type: 'public' })
  for (let index = 0; index < 3; index += 1) await joinAll(open3, await newPlayer())
  const page = await open('/', { as: player })
  const hub = page.getByRole('region', { name: 'Multiplayer Hub' })
  await expect.poll(() => hub.getByRole('listitem').allInnerTexts()).toHaveLength(3)
  await expect
    .poll(() => hub.getByRole('link', { name: /^Hub / }).allInnerTexts())
    .toEqual(['Hub four', 'Hub three', 'Hub two'])
  await hub.getByRole('tab', { name: 'Competitions' }).click()
  await expect.poll(() => hub.getByText('Live', { exact: true }).count()).toBe(2)
  await expect.poll(() => hub.getByText('Upcoming', { exact: true }).count()).toBe(1)
  const ways = await hub.getByRole('listitem').getByRole('link').all()
  for (const way of ways) expect(await way.getAttribute('href')).toMatch(/^\/competitions\/\d+$/)
  expect(ways).toHaveLength(3)
  await hub.getByRole('tab', { name: 'Discover' }).click()
  await hub.getByRole('button', { name: 'Join Featured' }).click()
  await visitor.toast('Joined league successfully')
  await hub.getByText('Member', { exact: true }).waitFor()
})

const longLeague = (where: string) => ({
  name: `A rather long name of a league that breaks ${where}`,
  description: 'x'.repeat(120),
  type: 'public',
})

test('the lists and dialogs of leagues pass axe in both themes and fit every width', async () => {
  const league = await newLeague(nia, longLeague('list'))
  const page = await open('/leagues')
  await card(page, league.name).waitFor()
  await expectSound(page, 'leagues')
  await page.getByRole('button', { name: 'Create League' }).click()
  await page.getByRole('dialog').waitFor()
  await expectSound(page, 'create league')
})

test('the page of a league passes axe in both themes and fits every width', async () => {
  const league = await newLeague(nia, longLeague('page'))
  await joinAll(league, await newPlayer())
  const page = await open(`/leagues/${league.id}`)
  await page.getByRole('table').waitFor()
  await expectSound(page, 'league')
  await page.setViewportSize({ width: 320, height: 700 })
  for (const name of ['Teams', 'Members', 'Invite', 'Settings']) {
    await page.getByRole('tab', { name }).click()
    await expectNoSideways(page, `league, ${name}`)
    await expectAccessible(page, `league, ${name}`)
  }
})
