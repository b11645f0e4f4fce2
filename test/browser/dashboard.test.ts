import { beforeAll, expect, test } from 'vitest'
import type { Fixture, TableRow } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { answering, changing, holding } from './answers.ts'
import { type DashboardPage, openDashboard } from './dashboard-page.ts'
import { currentFixtures, enterResult, nameOf } from './matches.ts'
import { expectAccessible, expectSound, NARROW, PHONE, unreadable } from './soundness.ts'
import { setStage } from './stage.ts'
import { openTable } from './table-page.ts'
import { oneLine } from './visitor.ts'

const MINUTE = 60_000

// Points here are of matches only.
const stage = setStage(() => ({ catalogue: [] }))
let player: TestClient
/** In this order: exact, correct, wrong, live, postponed, cancelled, awarded, then open ones. */
let fixtures: Fixture[]

beforeAll(async () => {
  const { app, admin } = stage
  player = await app.player('maya_k')
  fixtures = await currentFixtures(player)
  await player.put(`/api/predictions/gameweek/${fixtures[0]!.gameweek}`, {
    predictions: fixtures.slice(0, 8).map((fixture) => ({
      fixtureId: fixture.id,
      predictedResult: 'home',
      predictedHomeScore: 2,
      predictedAwayScore: 1,
    })),
  })
  const [exact, correct, wrong, live, postponed, cancelled, awarded] = fixtures as [
    Fixture,
    Fixture,
    Fixture,
    Fixture,
    Fixture,
    Fixture,
    Fixture,
  ]
  const reason = { reason: 'Entered by hand' }
  await admin.post(`/api/admin/fixtures/${postponed.id}/postpone`, reason)
  await admin.post(`/api/admin/fixtures/${cancelled.id}/cancel`, reason)
  app.clock.set(new Date(Date.parse(live.kickoffTime!) + 20 * MINUTE).toISOString())
  await enterResult(admin, exact, 2, 1)
  await enterResult(admin, correct, 3, 1)
  await enterResult(admin, wrong, 0, 1)
  await admin.post(`/api/admin/fixtures/${awarded.id}/award`, { result: 'home', ...reason })
  // A returning player.
  await player.post('/api/login', { username: 'maya_k', password: 'password-1' })
  await app.settled()
})
/** The home page of the player. */
const open = (options?: Parameters<typeof openDashboard>[1]) => openDashboard(stage, { as: player, ...options })
const loaded = (home: DashboardPage) => home.row(nameOf(fixtures[0]!)).waitFor()

test('on a phone a settled pick without a score is visible too; nothing overflows from 320 px to a wide desktop, where names of clubs are whole beside the panels, and a phone has its panels in tabs', async () => {
  const results = changing('**/api/predictions', (picks: object[]) =>
    picks.map((pick) => ({ ...pick, predictedHomeScore: null, predictedAwayScore: null })),
  )
  const home = await open({ size: PHONE, prepare: results.on })
  const plate = home.row(nameOf(fixtures[1]!)).getByText('Your pick Home')
  // A clipped element has a box too: checks the element at its touch position.
  const isSeen = () =>
    plate.evaluate((element) => {
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === element
    })
  await expect.poll(isSeen).toBe(true)
  for (const width of [320, 360, 390, 600, 768, 1024, 1120, 1200, 1240, 1280, 1440]) {
    await home.page.setViewportSize({ width, height: 900 })
    await expect.poll(() => home.tab('Scoring').count(), { message: `${width} px` }).toBe(width < 600 ? 1 : 0)
    await expect.poll(() => home.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    if (width >= 1024) await expect.poll(() => home.page.evaluate(unreadable), { message: `${width} px` }).toEqual([])
  }
})

test('R426: at 320 px the boards of matches under way leave the column of arrows to whole names', async () => {
  const entry = (id: number, name: string) => ({
    ...{ id, username: name, displayName: name, profileImage: null },
    ...{ ranking: id, movement: 1, points: 5, totalPoints: 400 },
  })
  const match = { ...fixtures[3]!, status: 'LIVE', isOpen: false, homeScore: 3, awayScore: 2 }
  const matches = changing('**/api/fixtures**', (list: Fixture[]) =>
    list.map((each) => (each.id === match.id ? match : each)),
  )
  const live = answering('**/api/live', {
    ...{ fixtures: [match], goals: [] },
    provisional: { points: 5, totalPoints: 30, ranking: 1, settledRanking: 1 },
  })
  const board = answering('**/api/leaderboard/provisional?**', {
    provisional: {
      entries: ['test_hazel', 'test_jonah'].map((name, nth) => entry(900 + nth, name)),
      total: 2,
      me: null,
    },
  })
  const home = await open({
    size: NARROW,
    prepare: (page) => Promise.all([matches, live, board].map((each) => each.on(page))),
  })
  for (const [board, name] of [
    ['Everybody', 'test_hazel'],
    ['Premier League table', 'Newcastle'],
    ['Premier League table', 'Sunderland'],
  ] as const) {
    const cell = home.region(board).getByRole('rowheader', { name }).first()
    await cell.scrollIntoViewIfNeeded()
    const lines = () =>
      cell.evaluate((element, text) => {
        const names = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        while (names.nextNode()?.nodeValue !== text);
        const range = document.createRange()
        range.selectNode(names.currentNode)
        return range.getClientRects().length
      }, name)
    // Once its fonts are loaded.
    await expect.poll(lines, { message: name }).toBe(1)
  }
  expect(await home.page.getByText('Arrows compare with the settled table.').isVisible()).toBe(false)
})

test('a past gameweek has an address: its results, the own points and its best; older links lead there', async () => {
  const { gameweek } = fixtures[0]!
  const home = await open({ path: `/?gameweek=${gameweek - 1}` })
  await home.shows('Results')
  expect(home.url().pathname).toBe(`/gameweeks/${gameweek - 1}`)
  await expect.poll(() => home.page.title()).toBe(`Gameweek ${gameweek - 1} · PLP`)
  await home.says('You made no picks this gameweek.')
  await home.region('The gameweek’s best').getByText('No predictions found').waitFor()
  // All its matches are closed: it links to the open gameweek.
  await home.leaveFor(gameweek)
  await loaded(home)
  expect(home.url().pathname).toBe('/')
  await home.back()
  await home.shows('Results')
  await home.goWithin('/gameweeks/39')
  await home.shows('404 Page Not Found')
})

test('when the season is over the page shows how it ended, and gameweeks can be opened', async () => {
  const played = changing('**/api/fixtures**', (list: Fixture[]) =>
    list.map((each) => ({ ...each, status: 'FINISHED', isOpen: false, homeScore: 2, awayScore: 1 })),
  )
  const home = await open({ size: PHONE, prepare: played.on })
  await home.shows('The season is over')
  await home.says('(38 of 38 gameweeks played)')
  await home.says('You win the season with 25 points.')
  await expect.poll(() => oneLine(home.region('Your season'))).toMatch(/Points 25 Place 1st/)
  await home
    .region('Final table')
    .getByText(/, champions$/)
    .waitFor()
  await expect.poll(() => home.tab('Gameweek 38').isDisabled()).toBe(false)
  await expectSound(home, 'end of the season')
  await home.page.setViewportSize(PHONE)
  await home.previousGameweek()
  await home.shows('Results')
  expect(home.url().pathname).toBe('/gameweeks/38')
  await home.press('See how it ended')
  await home.shows('The season is over')
  await expect.poll(() => home.page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('the table has a path for each past gameweek, counts a live match as if it ended now, or what has settled, and passes axe in both themes at every width', async () => {
  const table = await openTable(stage, { as: player })
  // The source of this game reports no scores of live matches.
  await table.says(/ v .* live and counts? here once (it has|they have) ended\.$/)
  expect(await table.counts.count()).toBe(0)
  await table.showAfter('After gameweek 9')
  await table.shows('After gameweek 9')
  expect(table.url().search).toBe('?gameweek=9')
  await expect.poll(() => table.column('Next').count()).toBe(0)
  await expect.poll(() => table.played()).toEqual(Array(20).fill('9'))
  await table.back()
  await table.shows('As it stands')

  // The source reports the score of the live match.
  const live = changing('**/api/fixtures', (list: Fixture[]) =>
    list.map((each) => (each.id === fixtures[3]!.id ? { ...each, homeScore: 3, awayScore: 2 } : each)),
  )
  await live.on(table.page)
  await table.goTo('/table?gameweek=37')
  await table.shows('As it stands')
  const { homeTeam, awayTeam } = fixtures[3]!
  const rows: TableRow[] = await player.get('/api/teams')
  const booked = rows.find(({ id }) => id === homeTeam.id)!.points
  const note = table.page.getByText(`${homeTeam.shortName} 3–2 ${awayTeam.shortName} is live and counts here`)
  await note.waitFor()
  await table.club(homeTeam.shortName).getByText('Live', { exact: true }).waitFor()
  expect(await table.pointsOf(homeTeam.shortName)).toBe(String(booked + 3))
  await table.toggleFirst()
  await table.shows('Recent Head-to-Head')
  await expectSound(table, 'table')
  await table.countSettled()
  await table.shows('Settled')
  expect(await table.pointsOf(homeTeam.shortName)).toBe(String(booked))
  expect(await note.count()).toBe(0)
  await table.page.evaluate(() => localStorage.setItem('plp.hide-live-scores', 'on'))
  await table.reload()
  await table.says('Live scores are hidden: this is the settled table.')
  expect(await table.counts.count()).toBe(0)
})

test('a loading page is busy, and loaded content moves nothing', async () => {
  const picks = holding('**/api/predictions')
  const home = await open({ prepare: picks.on })
  await home.page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput)
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + entry.value,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await home.page.getByRole('status').getByText('Loading fixtures').waitFor()
  expect(await home.page.getByRole('main').getByText('How predictions work').isVisible()).toBe(false)
  picks.over()
  await loaded(home)
  await expect.poll(() => home.page.locator('[aria-busy=true]').count()).toBe(0)
  // The observer learns of a shift after the frame that draws it.
  await home.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(Number(await home.page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.1)
})

test('content below the board is shown with its rows: a board of few rows shifts nothing', async () => {
  const rows = holding('**/api/leaderboard*')
  const home = await open({
    motion: true,
    prepare: async (page) => {
      await rows.on(page)
      // The page's clock is stopped, so that a slow machine also sees animated elements.
      await page.addInitScript(() => {
        const still = new CSSStyleSheet()
        still.replaceSync('* { animation-play-state: paused !important }')
        document.adoptedStyleSheets = [still]
      })
    },
  })
  const hub = home.page.getByRole('heading', { name: 'Multiplayer Hub', includeHidden: true })
  await hub.waitFor({ state: 'attached' })
  expect(await hub.isVisible()).toBe(false)
  rows.over()
  await hub.waitFor()
  expect(await home.board.list.isVisible()).toBe(true)
})

test('unsaved picks, head-to-head, a closed match and the ledger pass axe in both themes and fit every width', async () => {
  const last = fixtures.at(-1)!
  const closed = changing('**/api/fixtures/current', (list: Fixture[]) =>
    list.map((each) => (each.id === last.id ? { ...last, isOpen: false } : each)),
  )
  const home = await open({ size: PHONE, prepare: closed.on })
  await loaded(home)
  await home.row(nameOf(last)).getByText('Prediction period has ended').waitFor()
  await home.score(fixtures[8]!, '1')
  await home.unsaved.waitFor()
  await home.headToHead(nameOf(fixtures[8]!))
  await home.row(nameOf(fixtures[8]!)).getByRole('heading', { name: 'Recent Head-to-Head' }).waitFor()
  await expectSound(home, 'unsaved picks and head-to-head')
  await home.page.setViewportSize(PHONE)
  await home.points(/^Total points: /).click()
  await home.ledger.getByText('+15').first().waitFor()
  await expectAccessible(home, 'ledger', { within: '[role=dialog]' })
})
