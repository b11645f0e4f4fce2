import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { League } from '../../src/contracts/leagues.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { expectSound, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let nia: TestClient
let visitor: Visitor
let users = 0
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  nia = await app.player('nia.okafor')
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

/** A league of nia's with so many others in it. */
async function newLeague(name: string, others: number): Promise<{ league: League; players: TestClient[] }> {
  const { body: league } = await nia.post('/api/leagues', { name })
  const players: TestClient[] = []
  for (let index = 0; index < others; index += 1) {
    const player = await app.player(`player${++users}`)
    expect((await player.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
    players.push(player)
  }
  return { league, players }
}

async function newTeam(by: TestClient, league: League, team: Record<string, unknown>): Promise<{ id: number }> {
  const { status, body } = await by.post(`/api/leagues/${league.id}/teams`, team)
  expect(status, body?.detail).toBe(201)
  return body
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
/** Said also while a dialog hides the rest of the page from assistive technology. */
const said = (page: Page, text: string) => page.locator('[role=status]').getByText(text).first().waitFor()

test('without a number in the path: Invalid League, and a way back', async () => {
  const page = await open('/team-management/abc')
  await page.getByRole('heading', { level: 1, name: 'Invalid League' }).waitFor()
  await page.getByText('League ID is missing or invalid.').waitFor()
  await page.goto('/team-management')
  await page.getByRole('heading', { level: 1, name: 'Invalid League' }).waitFor()
  await page.getByRole('link', { name: 'Back to Leagues' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leagues' }).waitFor()
})

test('the first team: No teams yet, Create First Team with five places and the default colour', async () => {
  const { league } = await newLeague('First', 0)
  const page = await open(`/team-management/${league.id}`)
  await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor()
  await page.getByText('Create and manage teams within your league').waitFor()
  await page.getByText('No teams yet').waitFor()
  await page.getByRole('button', { name: 'Create First Team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Team' })
  await expect.poll(() => dialog.getByLabel('Max members').inputValue()).toBe('5')
  await expect.poll(() => dialog.getByLabel('Team colour').inputValue()).toBe('#3b82f6')
  await expect
    .poll(() => dialog.getByLabel('Max members').locator('option').allInnerTexts())
    .toEqual(['3 members', '5 members', '8 members', '10 members'])
  await dialog.getByRole('button', { name: 'Create Team' }).click()
  await dialog.getByText('Please give the team a name').waitFor()
  await dialog.getByLabel('Team name').fill('Near Post')
  await dialog.getByLabel('Description').fill('Early runs, early points.')
  await dialog.getByRole('button', { name: 'Create Team' }).click()
  await visitor.toast('Team created successfully')
  const mine = card(page, 'Near Post')
  await mine.getByText('1 of 5 members').waitFor()
  await mine.getByText('Early runs, early points.').waitFor()
  await mine.getByText('Captain').waitFor()
  await mine.getByRole('img', { name: 'No results yet' }).waitFor()
  await mine.getByRole('button', { name: 'Leave Team' }).waitFor()
})

test('joining and leaving; who is in a team joins no other', async () => {
  const { league, players } = await newLeague('Coming and going', 2)
  await newTeam(players[0]!, league, { name: 'Near Post' })
  await newTeam(players[1]!, league, { name: 'Far Post' })
  const page = await open(`/team-management/${league.id}`)
  await card(page, 'Near Post').getByRole('button', { name: 'Join Team' }).click()
  await visitor.toast('Joined team successfully')
  await card(page, 'Near Post').getByText('2 of 5 members').waitFor()
  const joinOther = card(page, 'Far Post').getByRole('button', { name: 'Join Team' })
  await expect.poll(() => joinOther.isDisabled()).toBe(true)
  await card(page, 'Near Post').getByRole('button', { name: 'Leave Team' }).click()
  await visitor.toast('Left team successfully')
  await card(page, 'Near Post').getByText('1 of 5 members').waitFor()
  await expect.poll(() => joinOther.isDisabled()).toBe(false)
})

test('a full team says so: Team Full', async () => {
  const { league, players } = await newLeague('Full', 3)
  const { id } = await newTeam(players[0]!, league, { name: 'Six Yard Box', maxMembers: 3 })
  for (const player of players.slice(1)) expect((await player.post(`/api/teams/${id}/members`, {})).status).toBe(200)
  const page = await open(`/team-management/${league.id}`)
  await expect.poll(() => card(page, 'Six Yard Box').getByRole('button', { name: 'Team Full' }).isDisabled()).toBe(true)
})

test('a card shows 3 members and +N more members, the details all of them; the captain names a vice-captain', async () => {
  const { league, players } = await newLeague('Many', 4)
  const { id } = await newTeam(nia, league, { name: 'Crowd' })
  for (const player of players) expect((await player.post(`/api/teams/${id}/members`, {})).status).toBe(200)
  const page = await open(`/team-management/${league.id}`)
  const crowd = card(page, 'Crowd')
  await crowd.getByText('+2 more members').waitFor()
  await expect.poll(() => crowd.getByRole('list', { name: 'Members of Crowd' }).getByRole('listitem').count()).toBe(3)
  await crowd.getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crowd' })
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(5)
  await expect.poll(() => dialog.getByText('Joined 21 Nov 2026').count()).toBe(5)
  await dialog.getByText('Total points').waitFor()
  const { username } = await players[0]!.get('/api/user')
  await dialog.getByLabel(`Role of ${username}`).selectOption('vice-captain')
  await said(page, 'Role changed')
  await expect.poll(() => dialog.getByLabel(`Role of ${username}`).inputValue()).toBe('vice-captain')
  await expectSound(page, 'details of a team')
})

test('the record in its words and colours', async () => {
  const { league } = await newLeague('Records', 0)
  await newTeam(nia, league, { name: 'Winners' })
  const teams = await nia.get(`/api/leagues/${league.id}/teams`)
  const page = await open('/no/such/page')
  await page.route(`**/api/leagues/${league.id}/teams`, (route) =>
    route.fulfill({ json: [{ ...teams[0], wins: 6, draws: 1, losses: 5, totalPoints: 1862, averageAccuracy: 53.04 }] }),
  )
  await page.goto(`/team-management/${league.id}`)
  const winners = card(page, 'Winners')
  await winners.getByRole('img', { name: '6 won, 1 drawn, 5 lost' }).waitFor()
  await winners.getByText('W6 D1 L5').waitFor()
  await winners.getByText('1,862').waitFor()
  await winners.getByText('53.0%').waitFor()
})

test('what fails is said: Failed to join team, Failed to leave team, Failed to create team', async () => {
  const { league, players } = await newLeague('Failing', 1)
  await newTeam(players[0]!, league, { name: 'Theirs' })
  const page = await open(`/team-management/${league.id}`, { expected: /status of 503/ })
  const refuse = (path: string) =>
    page.route(path, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, json: { detail: 'The store is away' } }),
    )
  await refuse('**/api/teams/*/members')
  await card(page, 'Theirs').getByRole('button', { name: 'Join Team' }).click()
  await visitor.toast('Failed to join team')
  await visitor.toast('The store is away')
  await page.unroute('**/api/teams/*/members')
  await refuse('**/api/leagues/*/teams')
  await page.getByRole('button', { name: 'Create Team' }).click()
  await page.getByRole('dialog').getByLabel('Team name').fill('Mine')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Team' }).click()
  await said(page, 'Failed to create team')
  await page.getByRole('dialog').getByRole('alert').getByText('The store is away').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await card(page, 'Theirs').getByRole('button', { name: 'Join Team' }).click()
  await visitor.toast('Joined team successfully')
  await refuse('**/api/teams/*/members/*')
  await card(page, 'Theirs').getByRole('button', { name: 'Leave Team' }).click()
  await visitor.toast('Failed to leave team')
})

test('teams of a private league are not there for strangers', async () => {
  const { league } = await newLeague('Private teams', 0)
  await newTeam(nia, league, { name: 'Hidden' })
  const page = await open(`/team-management/${league.id}`, {
    as: await app.player('stranger'),
    expected: /status of 404/,
  })
  await page.getByRole('heading', { level: 1, name: 'League not found' }).waitFor()
  expect(await page.getByText('Hidden').count()).toBe(0)
})

test('team management passes axe in both themes and fits every width', async () => {
  const { league, players } = await newLeague('Sound', 2)
  await newTeam(players[0]!, league, { name: 'A rather long name of a team', description: 'x'.repeat(90) })
  await newTeam(players[1]!, league, { name: 'Short', teamColor: '#f59e0b' })
  const page = await open(`/team-management/${league.id}`)
  await card(page, 'Short').waitFor()
  await expectSound(page, 'teams')
  await page.getByRole('button', { name: 'Create Team' }).click()
  await page.getByRole('dialog').waitFor()
  await expectSound(page, 'create team')
})
