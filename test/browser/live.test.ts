import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/contracts/fixtures.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { promised } from '../support/promised.ts'
import { currentFixtures, type DashboardPage, enterResult, nameOf, openDashboard } from './dashboard-page.ts'
import { visit } from './visitor.ts'

const MINUTE = 60_000

let browsers: Browser[]
let app: TestApp
let admin: TestClient
let maya: TestClient
let noah: TestClient
let fixtures: Fixture[]

beforeAll(async () => {
  browsers = await Promise.all([launchBrowser(), launchBrowser()])
  // Points here are of matches alone.
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true, catalogue: [] })
  admin = await app.admin()
  maya = await app.player('maya_k')
  noah = await app.player('noah.b')
  fixtures = await currentFixtures(maya)
  const pick = (client: TestClient, fixture: Fixture, predictedHomeScore: number, predictedAwayScore: number) =>
    client.post('/api/predictions', {
      fixtureId: fixture.id,
      predictedResult: predictedHomeScore > predictedAwayScore ? 'home' : 'away',
      predictedHomeScore,
      predictedAwayScore,
    })
  await pick(maya, fixtures[0]!, 2, 1)
  await pick(noah, fixtures[0]!, 0, 1)
  await pick(maya, fixtures[3]!, 1, 0)
})
afterAll(async () => {
  await Promise.all((browsers ?? []).map((browser) => browser.close()))
  await app?.close()
})

async function sideBySide(look: (hers: DashboardPage, his: DashboardPage) => Promise<void>) {
  const [hers, his] = await Promise.all([
    openDashboard(browsers[0]!, app, maya),
    openDashboard(browsers[1]!, app, noah),
  ])
  try {
    await Promise.all([hers, his].map((each) => each.row(nameOf(fixtures[0]!)).waitFor()))
    await Promise.all([hers.connected(), his.connected()])
    await look(hers, his)
  } finally {
    await hers.close()
    await his.close()
  }
}

/** The moment, in ms, at which a page shows a row in this state; seen from inside it, so that no poll of ours counts. */
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

test('a result entered by an administrator is on the open pages of others within a second, without a reload', async () => {
  const [match] = fixtures as [Fixture]
  app.clock.set(new Date(Date.parse(match.kickoffTime!) + 110 * MINUTE).toISOString())
  await sideBySide(async (hers, his) => {
    await hers.is(nameOf(match), 'live')
    // Other work on the machine that runs the tests may hold one up: the quickest of a few, each a true change of the page.
    let quickest = Number.POSITIVE_INFINITY
    for (const [home, away, hersIs, hisIs] of [
      [2, 1, 'exact', 'wrong'],
      [0, 1, 'wrong', 'exact'],
      [2, 0, 'correct', 'wrong'],
      [0, 2, 'wrong', 'correct'],
      [2, 1, 'exact', 'wrong'],
    ] as const) {
      const seen = Promise.all([whenState(hers, match, hersIs), whenState(his, match, hisIs)])
      await enterResult(admin, match, home, away)
      const answered = Date.now()
      quickest = Math.min(quickest, Math.max(...(await seen)) - answered)
    }
    expect(quickest).toBeLessThan(promised(1_000))

    await hers.page.getByRole('button', { name: /^15: why/ }).waitFor()
    await expect.poll(() => hers.standing('You')).toMatch(/^Rank 1 .* 15 points$/)
    await expect.poll(() => his.standing('maya_k')).toMatch(/^Rank 1 .* 15 points$/)
    const winner = (await maya.get('/api/teams')).find((row: { id: number }) => row.id === match.homeTeamId)
    await hers.page
      .getByRole('group', { name: 'Premier League Table' })
      .locator('tr', { hasText: match.homeTeam.shortName })
      .getByText(String(winner.points), { exact: true })
      .last()
      .waitFor()
  })
})

test('what changes between the first reads of a page and its socket is on it once that stands', async () => {
  const [, match] = fixtures as [Fixture, Fixture]
  let connect = () => {}
  const held = new Promise<void>((resolve) => {
    connect = resolve
  })
  const visitor = await visit(browsers[0]!, app, '/', {
    as: maya,
    prepare: (page) =>
      page.routeWebSocket(/socket\.io/, async (socket) => {
        await held
        socket.connectToServer()
      }),
  })
  const row = visitor.page.locator('li[data-state]', {
    has: visitor.page.getByRole('heading', { name: nameOf(match), exact: true }),
  })
  await row.waitFor()
  await visitor.page.getByRole('heading', { name: 'Recent Predictions' }).waitFor()
  await enterResult(admin, match, 3, 3)
  await app.settled()
  connect()
  await expect.poll(() => row.innerText()).toContain('FT')
  await visitor.leave()
})

test('a postponement and a cancellation reach the open pages too, with the word for what becomes of the pick', async () => {
  const [match, other] = fixtures.slice(3) as [Fixture, Fixture]
  await sideBySide(async (hers, his) => {
    await admin.post(`/api/admin/fixtures/${match.id}/postpone`, { reason: 'Frozen pitch' })
    await hers.row(nameOf(match)).getByText('Postponed', { exact: true }).waitFor()
    await expect.poll(() => hers.row(nameOf(match)).innerText()).toMatch(/Your pick (is kept|stands as it was)/)
    await admin.post(`/api/admin/fixtures/${other.id}/cancel`, { reason: 'Club folded' })
    await his.row(nameOf(other)).getByText('Cancelled', { exact: true }).waitFor()
    await expect.poll(() => his.row(nameOf(other)).innerText()).toContain('does not count against your accuracy')
  })
})

test('a pick saved in one window is in the other window of the same player', async () => {
  const match = fixtures.at(-1)!
  const [here, there] = await Promise.all([
    openDashboard(browsers[0]!, app, maya),
    openDashboard(browsers[1]!, app, maya),
  ])
  try {
    await there.row(nameOf(match)).waitFor()
    await there.connected()
    await here.box(nameOf(match), match.homeTeam.shortName).focus()
    await here.type('42')
    await here.row(nameOf(match)).getByRole('button', { name: 'Submit' }).click()
    await there
      .row(nameOf(match))
      .getByText(/^Saved/)
      .waitFor()
    await expect.poll(() => there.box(nameOf(match), match.homeTeam.shortName).inputValue()).toBe('4')
    // The board's own row counts it too, in both.
    const { me } = await maya.get('/api/leaderboard')
    for (const page of [here, there])
      await expect.poll(() => page.standing('You')).toContain(`of ${me.totalPredictions} picks`)
  } finally {
    await here.close()
    await there.close()
  }
})
