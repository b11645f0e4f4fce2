import { beforeAll, expect, test } from 'vitest'
import type { League } from '../../src/areas/leagues/contract.ts'
import type { TestClient } from '../support/app.ts'
import { answering, refusing, together } from './answers.ts'
import { openDashboard } from './dashboard-page.ts'
import { leagueOf, openLeague } from './league-page.ts'
import { leaguesOf, openLeagues } from './leagues-page.ts'
import { enterResult, predict } from './matches.ts'
import { hubOf } from './multiplayer-hub-page.ts'
import { expectAccessible, expectNoSideways, expectSound, NARROW, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()
const { newPlayer } = stage
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

test('who is in no league is told No leagues yet; where none is public, No leagues available', async () => {
  const leagues = await openLeagues(stage, { as: await newPlayer() })
  await leagues.says('No leagues yet')
  await leagues.discover()
  await leagues.says('No leagues available')
})

test('a league needs a name, is created with one, and its card has maker, members, description and date', async () => {
  const leagues = await openLeagues(stage, { as: nia })
  await leagues.openCreating()
  await leagues.sendCreating()
  await leagues.creating.getByText('Give the league a name').waitFor()
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

test('Share Join Code copies the code: Join code copied', async () => {
  const league = await newLeague(nia, { name: 'Copied' })
  const leagues = await openLeagues(stage, { as: nia })
  await leagues.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await leagues.shareCode('Copied')
  await leagues.toast('Join code copied')
  expect(await leagues.page.evaluate(() => navigator.clipboard.readText())).toBe(league.joinCode)
})

test('a code in any case joins; an empty one and one of no league are refused where they were typed', async () => {
  const league = await newLeague(nia, { name: 'By code' })
  const leagues = await openLeagues(stage, { as: await newPlayer(), expected: /status of 404/ })
  await leagues.openJoining()
  await leagues.sendCode()
  await leagues.joining.getByText('Enter a join code').waitFor()
  await leagues.enterCode('WRONGONE')
  await leagues.sendCode()
  await leagues.toastBehind('Failed to join league')
  await leagues.joining.getByText('There is no league with this join code').waitFor()
  await leagues.enterCode(` ${league.joinCode!.toLowerCase()} `)
  await leagues.key('Enter')
  await leagues.toast('Joined league successfully')
  await leagues.isAt('By code')
  await leagues.page.getByText('You', { exact: true }).first().waitFor()
})

test('what fails is said: Failed to create league', async () => {
  const leagues = await openLeagues(stage, { as: nia, expected: /status of 503/ })
  await leagues.openCreating()
  await refusing('**/api/leagues').on(leagues.page)
  await leagues.create('Nowhere')
  await leagues.toastBehind('Failed to create league')
  await leagues.creating.getByRole('alert').waitFor()
})

test('a long list of leagues is loaded in steps', async () => {
  const league = await newLeague(maya, { name: 'The one there is' })
  const many = answering(/\/api\/user\/leagues/, ({ search }: URL) => {
    const [from, count] = search.includes('offset=100') ? [101, 2] : [1, 100]
    return Array.from({ length: count! }, (_, nth) => ({
      ...league,
      id: from! + nth,
      name: `League ${from! + nth}`,
    }))
  })
  const silence = answering(/\/api\/leagues\/\d+\/messages/, [])
  const leagues = await openLeagues(stage, { as: maya, prepare: together(silence.on, many.on) })
  await leagues.card('League 100').waitFor()
  expect(await leagues.card('League 101').count()).toBe(0)
  await leagues.more.click()
  await leagues.card('League 102').waitFor()
  expect(await leagues.more.count()).toBe(0)
})

test('a public league is joined with one click under Discover; a private one is not listed for strangers', async () => {
  await newLeague(nia, { name: 'Groundhoppers', type: 'public' })
  await newLeague(nia, { name: 'Behind closed doors' })
  const leagues = await openLeagues(stage, { path: '/leagues?tab=discover', as: await newPlayer() })
  const found = leagues.card('Groundhoppers')
  await found.getByText('Public').waitFor()
  expect(await leagues.canShareCode('Groundhoppers')).toBe(false)
  expect(await leagues.card('Behind closed doors').count()).toBe(0)
  await leagues.joinPublic('Groundhoppers')
  await leagues.toast('Joined league successfully')
  await found.getByText('2 members').waitFor()
  await found.getByText('Member', { exact: true }).waitFor()
  await leagues.mine()
  await leagues.card('Groundhoppers').waitFor()
})

test('the page of a league: standings by points overall and by gameweek, since joining, one’s own row', async () => {
  const early = await newPlayer()
  const late = await newPlayer()
  const league = await newLeague(early, { name: 'Back four' })
  const fixtures: any[] = await early.get('/api/fixtures/current')
  const first = fixtures.find(({ isOpen }) => isOpen)
  await predict(early, first, 2, 0)
  await predict(late, first, 1, 0)
  await enterResult(stage.admin, first, 2, 0)
  stage.app.clock.set(new Date(Date.parse(first.kickoffTime) + 3_600_000).toISOString())
  await joinAll(league, late)
  await stage.app.settled()
  const own = await openLeague(stage, league, { as: early })
  await expect.poll(() => own.ownRow.innerText()).toContain('15')
  expect(await own.ownRow.innerText()).not.toContain('since joining')
  await own.leave()
  const screen = await openLeague(stage, league, { as: late })
  const rows = screen.rows('overall')
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/1[\s\S]*player[\s\S]*15/)
  await expect.poll(() => rows.nth(2).innerText()).toMatch(/2[\s\S]*You[\s\S]*5[\s\S]*0 since joining/)
  await expect.poll(() => screen.figure('Your rank')).toContain('2nd')
  await expect.poll(() => screen.figure('Behind first')).toContain('10')
  await screen.tab(`Gameweek ${first.gameweek}`)
  const week = screen.rows(`gameweek ${first.gameweek}`)
  await expect.poll(() => week.nth(2).innerText()).toMatch(/You[\s\S]*5/)
  await screen.previousGameweek()
  await screen.standings(`gameweek ${first.gameweek - 1}`).waitFor()
})

test('its admin renames the league, opens it, gives it a new code, removes a member and hands it over', async () => {
  const gone = await newPlayer()
  const league = await newLeague(nia, { name: 'Old name' })
  await joinAll(league, maya, gone)
  const screen = await openLeague(stage, league, { as: nia })
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

  await screen.remove(gone.name)
  await screen.toast('Member removed')
  await expect.poll(() => screen.removals.count()).toBe(1)

  await screen.handOverTo('maya')
  await screen.toast('League handed over')
  await screen.shows('Membership')
  await screen.saving.waitFor({ state: 'detached' })
  await expect.poll(() => screen.removals.count()).toBe(0)
})

test('leaving needs a confirmation, then returns to the leagues', async () => {
  const league = await newLeague(nia, { name: 'Left alone' })
  await joinAll(league, maya)
  // The page sends no requests for the left league: the console stays clean.
  const screen = await openLeague(stage, league, { as: maya })
  await screen.leaveLeague('Left alone', 'Cancel')
  await screen.leaveLeague('Left alone', 'Leave league')
  await screen.toast('Left league successfully')
  await screen.isAt('Leagues')
  const leagues = leaguesOf(screen)
  await leagues.page.getByRole('tab', { name: 'My Leagues' }).waitFor()
  await expect.poll(() => leagues.card('Left alone').count()).toBe(0)
})

test('a new member appears without a reload', async () => {
  const league = await newLeague(nia, { name: 'Watched' })
  const screen = await openLeague(stage, league, { as: nia })
  await screen.members.waitFor()
  const newcomer = await newPlayer()
  await screen.connected()
  await joinAll(league, newcomer)
  await screen.members.getByText(newcomer.name).first().waitFor()
})

test('a private league is not found for strangers, and neither is a path without a number', async () => {
  const league = await newLeague(nia, { name: 'Secret' })
  const screen = await openLeague(stage, league, { as: await newPlayer(), expected: /status of 404/ })
  await screen.isAt('League not found')
  expect(await screen.times('Secret')).toBe(0)
  await screen.goTo('/leagues/abc')
  await screen.isAt('Invalid League')
  await screen.says('League ID is missing or invalid.')
  await screen.backToLeagues()
  await screen.isAt('Leagues')
})

test('the Multiplayer Hub: three of my leagues, competitions of now, featured leagues to join', async () => {
  const player = await newPlayer()
  for (const name of ['Hub one', 'Hub two', 'Hub three', 'Hub four']) await newLeague(player, { name })
  const open3 = await newLeague(await newPlayer(), { name: 'Featured', type: 'public' })
  for (let index = 0; index < 3; index += 1) await joinAll(open3, await newPlayer())
  const home = await openDashboard(stage, { as: player })
  const hub = hubOf(home.page)
  await expect.poll(() => hub.items.allInnerTexts()).toHaveLength(3)
  await expect.poll(() => hub.names(/^Hub /)).toEqual(['Hub four', 'Hub three', 'Hub two'])
  await hub.tab('Competitions')
  await expect.poll(() => hub.count('Live')).toBe(2)
  await expect.poll(() => hub.count('Upcoming')).toBe(1)
  const ways = await hub.links()
  for (const way of ways) expect(await way.getAttribute('href')).toMatch(/^\/competitions\/\d+$/)
  expect(ways).toHaveLength(3)
  await hub.tab('Discover')
  await hub.join('Featured')
  await home.toast('Joined league successfully')
  await hub.says('Member')
})

const longLeague = (where: string) => ({
  name: `A rather long name of a league that breaks ${where}`,
  description: 'x'.repeat(120),
  type: 'public',
})

test('the lists and dialogs of leagues pass axe in both themes and fit every width', async () => {
  const league = await newLeague(nia, longLeague('list'))
  const leagues = await openLeagues(stage, { as: nia })
  await leagues.card(league.name).waitFor()
  await expectSound(leagues, 'leagues')
  await leagues.openCreating()
  await leagues.creating.waitFor()
  await expectSound(leagues, 'create league')
})

test('the page of a league passes axe in both themes and fits every width', async () => {
  const league = await newLeague(nia, longLeague('page'))
  await joinAll(league, await newPlayer())
  const screen = await openLeague(stage, league, { as: nia })
  await screen.page.getByRole('table').waitFor()
  await expectSound(screen, 'league')
  await screen.page.setViewportSize(NARROW)
  for (const name of ['Teams', 'Members', 'Invite', 'Settings']) {
    await screen.tab(name)
    await expectNoSideways(screen, `league, ${name}`)
    await expectAccessible(screen, `league, ${name}`)
  }
})

test('a member’s name is not broken on a phone: the admin’s buttons are below it', async () => {
  const league = await newLeague(nia, { name: 'Long names' })
  await joinAll(league, await stage.app.player('tim.the.touchliner'))
  const screen = await openLeague(stage, league, { as: nia, size: PHONE })
  await screen.tab('Members')
  const heightOf = async (name: string) =>
    (await screen.members.getByText(name, { exact: true }).first().boundingBox())!.height
  expect(await heightOf('tim.the.touchliner')).toBe(await heightOf('You'))
})
