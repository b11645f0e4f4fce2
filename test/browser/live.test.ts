import { beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { promised } from '../support/promised.ts'
import { type DashboardPage, openDashboard } from './dashboard-page.ts'
import { currentFixtures, enterResult, nameOf, predict } from './matches.ts'
import { setStage } from './stage.ts'

const MINUTE = 60_000

// Points here are of matches only.
const stage = setStage(() => ({ catalogue: [] }))
let maya: TestClient
let noah: TestClient
let fixtures: Fixture[]

beforeAll(async () => {
  maya = await stage.app.player('maya_k')
  noah = await stage.app.player('noah.b')
  fixtures = await currentFixtures(maya)
  await predict(maya, fixtures[0]!, 2, 1)
  await predict(noah, fixtures[0]!, 0, 1)
  await predict(maya, fixtures[3]!, 1, 0)
})

/** Two pages in separate windows; both receive live changes. */
async function sideBySide(left: TestClient, right: TestClient): Promise<[DashboardPage, DashboardPage]> {
  const pages = await Promise.all([openDashboard(stage, { as: left }), openDashboard(stage, { as: right })])
  await Promise.all(pages.map((each) => each.row(nameOf(fixtures[0]!)).waitFor()))
  await Promise.all(pages.map((each) => each.connected()))
  return pages
}

/** The time, in ms, at which a page shows a row in this state; measured inside it, without polling by the test. */
function whenState(home: DashboardPage, fixture: Fixture, state: string): Promise<number> {
  return home.page.evaluate(
    ([id, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.getElementById(`match-${id}`)?.dataset.state !== wanted) return
          observer.disconnect()
          resolve(Date.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
        look()
      }),
    [String(fixture.id), state],
  )
}

test('a result entered by an administrator is on the open pages of others within a second, without a reload, and so are a postponement and a cancellation, with the new state of the pick', async () => {
  const [match] = fixtures as [Fixture]
  stage.app.clock.set(new Date(Date.parse(match.kickoffTime!) + 110 * MINUTE).toISOString())
  const [hers, his] = await sideBySide(maya, noah)
  await hers.is(nameOf(match), 'live')
  // Other load on the machine may delay one: takes the quickest of several changes.
  let quickest = Number.POSITIVE_INFINITY
  for (const [home, away, hersIs, hisIs] of [
    [2, 1, 'exact', 'wrong'],
    [0, 1, 'wrong', 'exact'],
    [2, 0, 'correct', 'wrong'],
    [0, 2, 'wrong', 'correct'],
    [2, 1, 'exact', 'wrong'],
  ] as const) {
    const seen = Promise.all([whenState(hers, match, hersIs), whenState(his, match, hisIs)])
    await enterResult(stage.admin, match, home, away)
    const answered = Date.now()
    quickest = Math.min(quickest, Math.max(...(await seen)) - answered)
  }
  expect(quickest).toBeLessThan(promised(1_000))

  await hers.points(15).waitFor()
  await expect.poll(() => hers.standing('You')).toMatch(/^Rank 1 .* 15 points$/)
  await expect.poll(() => his.standing('maya_k')).toMatch(/^Rank 1 .* 15 points$/)
  const winner = (await maya.get('/api/teams')).find((row: { id: number }) => row.id === match.homeTeamId)
  await hers.clubs
    .locator('tr', { hasText: match.homeTeam.shortName })
    .getByText(String(winner.points), { exact: true })
    .last()
    .waitFor()

  const [later, next] = fixtures.slice(3) as [Fixture, Fixture]
  await stage.admin.post(`/api/admin/fixtures/${later.id}/postpone`, { reason: 'Frozen pitch' })
  await hers.row(nameOf(later)).getByText('Postponed', { exact: true }).waitFor()
  await expect.poll(() => hers.row(nameOf(later)).innerText()).toMatch(/(We’ve kept your pick|Your pick still counts)/)
  await stage.admin.post(`/api/admin/fixtures/${next.id}/cancel`, { reason: 'Club folded' })
  await his.row(nameOf(next)).getByText('Cancelled', { exact: true }).waitFor()
  await expect.poll(() => his.row(nameOf(next)).innerText()).toContain('does not count against your accuracy')
})

test('changes between the first reads of a page and its socket are shown once that is connected', async () => {
  const [, match] = fixtures as [Fixture, Fixture]
  const { promise: held, resolve: connect } = Promise.withResolvers<void>()
  const home = await openDashboard(stage, {
    as: maya,
    prepare: (page) =>
      page.routeWebSocket(/socket\.io/, async (socket) => {
        await held
        socket.connectToServer()
      }),
  })
  await home.row(nameOf(match)).waitFor()
  await home.shows('Recent Predictions')
  await enterResult(stage.admin, match, 3, 3)
  await stage.app.settled()
  connect()
  await expect.poll(() => home.reads(nameOf(match))).toContain('FT')
})

test('a match that moves to another day keeps the focus and its place in the window', async () => {
  const match = fixtures[5]!
  const home = await openDashboard(stage, { as: noah })
  await home.connected()
  // Panels that load later would move the row, too.
  await expect.poll(() => home.page.locator('[aria-busy=true]').count()).toBe(0)
  await home.score(match, '3')
  const row = home.row(nameOf(match))
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { y } = (await row.boundingBox())!
  const kickoffTime = new Date(Date.parse(match.kickoffTime!) + 7 * 24 * 60 * MINUTE).toISOString()
  await stage.admin.post(`/api/admin/fixtures/${match.id}/reschedule`, { kickoffTime, reason: 'Cup replay' })
  await expect.poll(() => row.locator('time').getAttribute('datetime')).toBe(kickoffTime)
  const focused = () => home.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe(`${match.awayTeam.shortName} goals`)
  await expect.poll(async () => Math.abs((await row.boundingBox())!.y - y)).toBeLessThan(2)
  await home.type('1')
  await expect.poll(() => home.box(nameOf(match), match.awayTeam.shortName).inputValue()).toBe('1')
})

test('a pick saved in one window is in the other window of the same player', async () => {
  const match = fixtures.at(-1)!
  const [here, there] = await sideBySide(maya, maya)
  await here.score(match, '42')
  await here.submit(nameOf(match))
  await there
    .row(nameOf(match))
    .getByText(/^Saved/)
    .waitFor()
  await expect.poll(() => there.box(nameOf(match), match.homeTeam.shortName).inputValue()).toBe('4')
  // The row on the board counts it too, in both windows.
  const { me } = await maya.get('/api/leaderboard')
  for (const page of [here, there])
    await expect.poll(() => page.standing('You')).toContain(`${me.totalPredictions} picks`)
})
