import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { SETTLEMENT_REACTOR } from '../../src/areas/fixtures/settlement-reactor.ts'
import type { Article } from '../../src/areas/news/contract.ts'
import { NEWS_REACTOR } from '../../src/areas/news/reactor.ts'
import type { Prediction } from '../../src/areas/predictions/contract.ts'
import type { SharedPrediction } from '../../src/areas/sharing/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { TestClient } from '../support/client.ts'
import { enterResult, nameOf, predict } from './matches.ts'
import { openPlayer, playerOf } from './player-page.ts'
import { type Player, setStage } from './stage.ts'
import { lines, oneLine } from './visitor.ts'
import { WAIT_TIMEOUT_MS } from './window.ts'

const stage = setStage()
/** Max shares a league with Nia, Eve does not. */
let nia: Player & { id: number }
let max: Player & { id: number }
let _eve: Player & { id: number }
/** The gameweek in progress at the test's time, by kickoff. */
let week: Fixture[]
/** Number of its passed cutoffs. */
let passed: number
/** The next one, which is settled. */
let settled: number
let league: { id: number; name: string; joinCode: string }
let share: SharedPrediction

async function done(answer: ReturnType<TestClient['post']>): Promise<any> {
  const { status, body } = await answer
  expect(status, body?.detail).toBeLessThan(300)
  return body
}
const withId = async (player: Player) => Object.assign(player, { id: (await player.get('/api/user')).id as number })

beforeAll(async () => {
  nia = await withId(await stage.newPlayer())
  max = await withId(await stage.newPlayer())
  _eve = await withId(await stage.newPlayer())
  const fixtures: Fixture[] = await nia.get('/api/fixtures')
  const weeks = [...Map.groupBy(fixtures, ({ gameweek }) => gameweek).values()]
    .filter((each) => each.length === 10 && each.every(({ isOpen }) => isOpen))
    .map((each) => each.sort((a, b) => a.kickoffTime!.localeCompare(b.kickoffTime!) || a.id - b.id))
  week = weeks[0]!
  settled = weeks[1]![0]!.gameweek
  league = await done(max.post('/api/leagues', { name: 'Back Post Club', type: 'public' }))
  for (const player of [nia, stage.admin]) await done(player.post(`/api/leagues/${league.id}/join`, {}))
  for (const match of [...week, ...weeks[1]!]) await predict(nia, match, 2, 1)
  for (const match of week.slice(0, 3)) await predict(max, match, 1, 1)
  const picks: Prediction[] = await nia.get(`/api/predictions?gameweek=${week[0]!.gameweek}`)
  const pick = picks.find(({ fixtureId }) => fixtureId === week[0]!.id)!
  share = await done(nia.post('/api/share-predictions', { predictionIds: [pick.id], title: 'My hunch' }))
  for (const match of weeks[1]!) await enterResult(stage.admin, match, 2, 1)
  stage.app.clock.set(new Date(Date.parse(week[4]!.cutoffTime!) + 1_000).toISOString())
  passed = week.filter(({ cutoffTime }) => Date.parse(cutoffTime!) <= stage.app.clock.now()).length
  for (const match of week.slice(0, 2)) await enterResult(stage.admin, match, 2, 1)
  await enterResult(stage.admin, week[2]!, 1, 1)
  await stage.app.settled()
})

describe('the page of a match', () => {
  test('is a press on its name away: picks of mates with their points, the crowd, and what was decided (R270, R272, R273)', async () => {
    const page = await openPlayer(stage, nia.id, { as: max })
    await page.page.getByRole('link', { name: nameOf(week[0]!) }).click()
    await expect.poll(() => page.page.title()).toBe(`${nameOf(week[0]!)} · PLP`)
    const [mates, crowd, decided] = ['Back Post Club', 'How everybody had it', 'What was decided'].map(page.region)
    await expect
      .poll(() => lines(mates!.getByRole('row')))
      .toEqual([
        'Player Pick Paid',
        expect.stringMatching(new RegExp(`${nia.name} ${nia.name} picked 2–1 15$`)),
        expect.stringMatching(/You Your pick 1–1 0$/),
        expect.stringMatching(/no pick –$/),
      ])
    await expect.poll(() => oneLine(crowd!)).toContain('2 picks, 1 right')
    await expect
      .poll(() => oneLine(decided!))
      .toMatch(/Result 2–1 .*decided by the game’s administrators Why: Full time You got 0\.$/)
    await page.goWithin(`/fixtures/${week[9]!.id}`)
    await expect.poll(() => oneLine(page.region('Picks so far'))).toMatch(/1 of \d+ players/)
    await page.page.getByLabel(`${week[9]!.homeTeam.shortName} goals`).fill('4')
    await page.page.getByLabel(`${week[9]!.awayTeam.shortName} goals`).fill('0')
    await page.page.getByRole('button', { name: 'Submit' }).click()
    await page.toast('Prediction submitted!')
    await expect.poll(() => oneLine(page.page.getByRole('main').locator('section').first())).toContain('Your pick 4–0')
  })
})

describe('the page of a player', () => {
  test('compares a league mate’s season with the reader’s, pick by pick (R150, R151, R152)', async () => {
    const page = await openPlayer(stage, nia.id, { as: max })
    await expect.poll(page.head).toMatch(new RegExp(`^PL ${nia.name} With us since 21 Nov 2026 · 0 followers`))
    await expect.poll(() => page.page.title()).toBe(`${nia.name} · PLP`)
    await page.follow()
    await expect.poll(page.head).toContain('1 follower')
    await page.unfollow()
    await expect.poll(page.head).toContain('0 followers')

    await expect.poll(page.picks).toHaveLength(passed + 1)
    const shown = await page.picks()
    expect(shown[0]).toBe(`${nameOf(week[0]!)} FT 2–1 ${nia.name} picked 2–1 Your pick 1–1 15 Exact`)
    expect(shown[2]).toBe(`${nameOf(week[2]!)} FT 1–1 ${nia.name} picked 2–1 Your pick 1–1 0 Wrong`)
    expect(shown[3]).toMatch(new RegExp(`^${nameOf(week[3]!)} .* ${nia.name} picked 2–1 You: no pick`))
    expect(shown[passed]).toMatch(new RegExp(`^${nameOf(week[passed]!)} Closes .*, and ${9 - passed} more Sealed$`))

    await expect.poll(() => page.panel('Head to head')).toContain(`You won 0 gameweeks, ${nia.name} won 1.`)
    await expect.poll(page.compared).toContainEqual(expect.stringMatching(/^Exact scores\s1\s12$/))
    await expect
      .poll(() => page.panel('Leagues in common'))
      .toMatch(/Back Post Club 1st, you are 2nd, 165 behind 180 points$/)
    await page.pointsChart.draw()
    await expect.poll(() => page.pointsChart.values()).toBe(`Gameweek ${week[0]!.gameweek}, ${nia.name}: 30, You: 15`)
    await page.showPointsAsTable()
    await expect
      .poll(page.pointsTable)
      .toEqual([`Gameweek ${nia.name} You`, `${week[0]!.gameweek} 30 15`, `${settled} 150 –`])
    const file = await readFile(await page.downloadPoints(), 'utf8')
    expect(file.split('\r\n')[1]).toBe(`${week[0]!.gameweek},30,15`)

    // The gameweek is in the path; one that is settled early reveals nothing.
    await page.goWithin(`/players/${nia.id}?gameweek=${settled}`)
    await expect.poll(page.picks).toEqual([expect.stringMatching(/Closes .*, and 9 more Sealed$/)])
    await page.chooseGameweek(week[0]!.gameweek)
    await expect.poll(page.picks).toHaveLength(passed + 1)
    expect(page.url().search).toBe(`?gameweek=${week[0]!.gameweek}`)
  })
})

describe('a name links to the page of its player (R154)', () => {
  let competition: { id: number; name: string }
  /** The path of a story about the gameweek that Nia has won. */
  let story: string
  beforeAll(async () => {
    const { id } = await done(max.post(`/api/leagues/${league.id}/messages`, { content: 'Morning' }))
    await done(nia.post(`/api/messages/${id}/report`, {}))
    await done(nia.post(`/api/leagues/${league.id}/messages`, { content: 'Hello' }))
    await done(nia.post(`/api/leagues/${league.id}/teams`, { name: 'Reds', maxMembers: 5, teamColor: '#aa0000' }))
    await done(nia.post(`/api/shared-predictions/${share.shareUrl}/comments`, { content: 'My own' }))
    await done(nia.post('/api/feedback', { category: 'bug', title: 'A bug', description: 'It does not work.' }))
    const body = { type: 'monthly', prizePool: 10, startDate: week[0]!.kickoffTime, endDate: week[9]!.kickoffTime }
    competition = await done(stage.admin.post('/api/competitions', { name: 'The month', ...body }))
    await done(nia.post(`/api/competitions/${competition.id}/join`, {}))
    const engine = stage.app.container.get(TYPES.Engine)
    for (const reactor of [SETTLEMENT_REACTOR, NEWS_REACTOR]) {
      engine.nudge()
      expect(await engine.waitForReactor(reactor, await stage.app.container.get(TYPES.Log).head(), 60_000)).toBe(true)
    }
    await stage.app.settled()
    const news: Article[] = await nia.get('/api/news?limit=50')
    story = news.find(({ url }) => url.endsWith(`gameweek-${settled}-winner`))!.url
  })

  type At = (page: ReturnType<typeof playerOf>) => Promise<Locator> | Locator
  const region =
    (name: string): At =>
    (page) =>
      page.region(name)
  const PLACES: readonly (readonly [where: string, path: () => string, scope: At])[] = [
    ['the board on the home page', () => '/', region('Leaderboard')],
    ['the latest shares there', () => '/', ({ page }) => page.getByRole('listitem').filter({ hasText: 'My hunch' })],
    ['the leaderboard', () => '/leaderboard', ({ page }) => page.getByRole('table', { name: 'Overall board' })],
    ['the winners of gameweeks', () => '/leaderboard?show=winners', region('Gameweek winners')],
    ['the standings of a league', () => `/leagues/${league.id}`, ({ page }) => page.getByRole('table').first()],
    [
      'its chat',
      () => `/leagues/${league.id}`,
      async ({ page }) => {
        await page.getByRole('button', { name: /^League chat/ }).click()
        return page.getByRole('log')
      },
    ],
    ['its statistics', () => `/leagues/${league.id}/statistics`, region('Member Leaderboard')],
    ['its best', () => `/leagues/${league.id}/statistics`, region('Top Performers')],
    [
      'its teams',
      () => `/team-management/${league.id}`,
      ({ page }) => page.getByRole('list', { name: 'Members of Reds' }),
    ],
    ['a competition', () => `/competitions/${competition.id}`, ({ page }) => page.getByRole('table').first()],
    [
      'a card of a competition',
      () => '/competitions',
      ({ page }) => page.getByRole('list', { name: 'Top 1 of The month' }),
    ],
    ['the feed', () => '/social', ({ page }) => page.getByRole('article', { name: 'My hunch' })],
    [
      'players to follow',
      () => '/social',
      async ({ page }) => {
        await page.getByRole('tab', { name: 'Following' }).click()
        await page.getByRole('button', { name: 'Discover Users' }).click()
        return page.getByRole('dialog', { name: 'Discover Users' })
      },
    ],
    ['a shared prediction', () => `/shared/${share.shareUrl}`, ({ page }) => page.getByRole('main')],
    ['its comments', () => `/shared/${share.shareUrl}`, region('Comments (1)')],
    ['feedback', () => '/feedback', ({ page }) => page.getByRole('listitem').filter({ hasText: 'A bug' })],
    ['the users of administrators', () => '/admin', ({ page }) => page.getByRole('table')],
    [
      'what was reported',
      () => '/admin/reports',
      ({ page }) => page.getByRole('listitem').filter({ hasText: 'Morning' }),
    ],
    ['a sentence of the news', () => story, ({ page }) => page.getByRole('article').getByRole('paragraph')],
    ['whom a story names', () => story, region('In this story')],
  ]

  test('wherever it is shown, as large as a tap target', async () => {
    const reader = playerOf(await stage.visit('/leaderboard'))
    const small: string[] = []
    let last = ''
    for (const [where, path, scope] of PLACES) {
      if (path() === last) await reader.back()
      else await reader.goWithin(path())
      last = path()
      const name = (await scope(reader)).getByRole('link', { name: nia.name, exact: true }).first()
      await name.waitFor().catch(() => expect.fail(`no name leads from ${where}`))
      // A list may render again between two calls, and then the link has no box for a moment.
      const { width, height } = await vi.waitUntil(() => name.boundingBox(), WAIT_TIMEOUT_MS)
      if (width < 24 || height < 24) small.push(`${where}: ${width} × ${height}`)
      // A mouse press shows no focus ring; the keyboard does.
      await reader.key('Tab')
      await name.focus()
      expect(await name.evaluate((link) => getComputedStyle(link).outlineStyle), where).toBe('solid')
      await name.press('Enter')
      await reader.isAt(nia.name)
      expect(reader.url().pathname, where).toBe(`/players/${nia.id}`)
    }
    expect(small).toEqual([])
  })

  test('the reader’s own too, but not that of a deleted player', async () => {
    const gone = await withId(await stage.newPlayer())
    await done(gone.post('/api/feedback', { category: 'bug', title: 'Gone by now', description: 'It does not work.' }))
    await done(stage.admin.delete(`/api/admin/users/${gone.id}?reason=asked`))
    const page = playerOf(await stage.visit('/feedback', { as: nia }))
    const entry = (title: string) => page.page.getByRole('listitem').filter({ hasText: title })
    await entry('Gone by now').getByText('Deleted user').waitFor()
    expect(await entry('Gone by now').getByRole('link').count()).toBe(0)
    await page.goWithin('/leaderboard')
    await page.page
      .getByRole('table', { name: 'Overall board' })
      .getByRole('link', { name: 'You', exact: true })
      .click()
    await page.isAt(nia.name)
    await page.back()
    await page.isAt('Leaderboard')
  })
})
