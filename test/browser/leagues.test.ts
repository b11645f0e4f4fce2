import { beforeAll, expect, test } from 'vitest'
import type { League } from '../../src/areas/leagues/contract.ts'
import type { TestClient } from '../support/client.ts'
import { openLanding } from './landing-page.ts'
import { leagueOf, openLeague } from './league-page.ts'
import { openLeagues } from './leagues-page.ts'
import { DESK, expectAccessible, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { openTeams } from './teams-page.ts'

const stage = setStage()
let nia: TestClient
let maya: TestClient
beforeAll(async () => {
  nia = await stage.app.player('nia.okafor')
  maya = await stage.app.player('maya')
})

async function newLeague(by: TestClient, league: Record<string, unknown>): Promise<League> {
  const { status, body } = await by.post('/api/leagues', league)
  expect(status, body?.detail).toBe(201)
  return body
}

async function joinAll(league: League, ...players: TestClient[]) {
  for (const player of players)
    expect((await player.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
}

test('a league needs a name, is created with one, and its card has maker, members, description and date', async () => {
  const leagues = await openLeagues(stage, { as: nia })
  await leagues.openCreating()
  await leagues.sendCreating()
  await leagues.creating.getByText('Give the league a name').waitFor()
  await expectAccessible(leagues, 'create league', { within: '[role=dialog]' })
  await leagues.create('Back Post Club', 'Who all think Burnley will score.')
  await leagues.toast('League created successfully')
  await leagues.isAt('Back Post Club')
  await leagueOf(leagues).toLeagues()
  const mine = leagues.card('Back Post Club')
  await mine.getByText('1 member').waitFor()
  await mine.getByText('Who all think Burnley will score.').waitFor()
  await mine.getByText('Created by nia.okafor, 21 Nov 2026').waitFor()
  await mine.getByText('Private').waitFor()
  await expect.poll(() => leagues.wayOf('Back Post Club', 'Stats')).toMatch(/^\/leagues\/\d+\/statistics$/)
  await expect.poll(() => leagues.wayOf('Back Post Club', 'Teams')).toMatch(/^\/team-management\/\d+$/)
})

test('R452: the lines of a long name in a sentence begin at the left', async () => {
  const name = 'W'.repeat(30)
  const founder = await stage.app.player(name)
  const league = await newLeague(founder, { name: 'Wide' })
  const { page } = await openLeague(stage, league, { as: founder, size: { width: 320, height: 640 } })
  const link = page.locator('p', { hasText: 'Created by' }).getByRole('link', { name })
  const starts = await link.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()].map(({ left }) => left - element.getBoundingClientRect().left)
  })
  expect(starts.length).toBeGreaterThan(1)
  expect(new Set(starts)).toEqual(new Set([0]))
})

test('R243: a stranger joins a league by its invitation link, through registration', async () => {
  const league = await newLeague(nia, { name: 'By invitation' })
  const landing = await openLanding(stage, `/join/${league.joinCode!.toLowerCase()}`)
  await landing.isAt('By invitation')
  await landing.says('nia.okafor', 'exactly')
  await landing.page.getByRole('link', { name: 'Create Account' }).click()
  await landing.fill('invited', 'password-1')
  await landing.press('Create Account')
  await landing.page.waitForURL(`**/leagues/${league.id}`)
  await landing.isAt('By invitation')
  expect((await nia.get(`/api/leagues/${league.id}`)).memberCount).toBe(2)
})

test('a new member appears without a reload, with a whole name on a phone; the admin renames the league, opens it, gives it a new code, removes a member and hands it over', async () => {
  const gone = await stage.app.player('tim.the.touchliner')
  const league = await newLeague(nia, { name: 'Old name' })
  await joinAll(league, maya)
  const screen = await openLeague(stage, league, { as: nia, size: PHONE })
  await screen.members.waitFor()
  await screen.connected()
  await joinAll(league, gone)
  // The name is not broken beside the admin's button.
  const heightOf = async (name: string) =>
    (await screen.members.getByText(name, { exact: true }).first().boundingBox())!.height
  await expect.poll(async () => (await heightOf('tim.the.touchliner')) - (await heightOf('You'))).toBe(0)
  await screen.page.setViewportSize(DESK)
  await screen.rename('New name')
  await screen.openTo('public')
  await screen.saving.click()
  await screen.toast('Settings saved')
  await screen.isAt('New name')
  await screen.says('Public', 'exactly')

  await screen.renewCode()
  await screen.toast('New join code')
  const { joinCode } = await nia.get(`/api/leagues/${league.id}`)
  expect(joinCode).not.toBe(league.joinCode)
  await screen.page.getByText(`Join code ${joinCode}`).waitFor({ state: 'attached' })

  await screen.remove('tim.the.touchliner')
  await screen.toast('Member removed')
  await expect.poll(() => screen.managed.count()).toBe(1)

  await screen.handOverTo('maya')
  await screen.toast('League handed over')
  await screen.shows('Membership')
  await screen.saving.waitFor({ state: 'detached' })
  await expect.poll(() => screen.managed.count()).toBe(0)
})

test('the first team: No teams yet, Create First Team with five places and the default colour', async () => {
  const league = await newLeague(nia, { name: 'First' })
  const screen = await openTeams(stage, league.id, { as: nia })
  await screen.isAt('Team Management')
  await screen.says('Create and manage teams within your league')
  await screen.says('No teams yet')
  await screen.openFirst()
  const dialog = screen.creating
  await dialog.waitFor()
  await expectAccessible(screen, 'create team', { within: '[role=dialog]' })
  await expect.poll(() => dialog.getByLabel('Max members').inputValue()).toBe('5')
  await expect.poll(() => dialog.getByLabel('Team colour').inputValue()).toBe('#3b82f6')
  await expect
    .poll(() => dialog.getByLabel('Max members').locator('option').allInnerTexts())
    .toEqual(['3 members', '5 members', '8 members', '10 members'])
  await screen.sendCreating()
  await dialog.getByText('Give the team a name').waitFor()
  await screen.create('Near Post', 'Early runs, early points.')
  await screen.toast('Team created successfully')
  const mine = screen.card('Near Post')
  await mine.getByText('1 of 5 members').waitFor()
  await mine.getByText('Early runs, early points.').waitFor()
  await mine.getByText('Captain').waitFor()
  await mine.getByRole('img', { name: 'No results yet' }).waitFor()
  await screen.button('Near Post', 'Leave Team').waitFor()
  await screen.details('Near Post')
  await expectAccessible(screen, 'details of a team', { within: '[role=dialog]' })
})
