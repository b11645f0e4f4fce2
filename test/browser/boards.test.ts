import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/contracts/fixtures.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import {
  currentFixtures,
  type DashboardOptions,
  type DashboardPage,
  enterResult,
  openDashboard,
} from './dashboard-page.ts'

const PLAYERS = 13

let browser: Browser
let app: TestApp
let last: TestClient
let stranger: TestClient
let gameweek: number

beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  const clients: TestClient[] = []
  for (let index = 0; index < PLAYERS; index += 1) clients.push(await app.player(`player${index}`))
  stranger = await app.player('no_picks')
  last = clients.at(-1)!
  const [match] = (await currentFixtures(last)) as [Fixture]
  gameweek = match.gameweek
  // One exact, eleven correct, the last one wrong.
  for (const [index, client] of clients.entries()) {
    const pick =
      index === 0
        ? { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
        : { predictedResult: index === PLAYERS - 1 ? 'away' : 'home' }
    const { status } = await client.post('/api/predictions', { fixtureId: match.id, ...pick })
    expect(status).toBe(201)
  }
  app.clock.set(new Date(Date.parse(match.kickoffTime!) + 7_200_000).toISOString())
  await enterResult(await app.admin(), match, 2, 1)
  await app.settled()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function look(client: TestClient, at: (home: DashboardPage) => Promise<void>, options?: DashboardOptions) {
  const home = await openDashboard(browser, app, client, options)
  try {
    await at(home)
  } finally {
    await home.close()
  }
}

const board = (home: DashboardPage) => home.page.getByRole('region', { name: 'Leaderboard' })

test('ten rows with shared ranks, the own row after them; Show All and Show Less, View All 13 Players', () =>
  look(last, async (home) => {
    const rows = board(home).getByRole('listitem')
    await rows.first().waitFor()
    // Ten, and the own one; the gap between is hidden from assistive technology.
    await expect.poll(() => rows.count()).toBe(11)
    const line = async (index: number) => (await rows.nth(index).innerText()).replaceAll(/\s+/g, ' ')
    await expect
      .poll(() => line(0))
      .toMatch(
        // 15 of the match, 15 of its achievements.
        /^Rank 1 PL player0 100% of 1 pick 3 , 3 achievements .*30 points$/,
      )
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/^Rank\s*2\b/)
    await expect.poll(() => rows.nth(2).innerText()).toMatch(/^Rank\s*2\b/)
    await expect.poll(() => line(10)).toMatch(/^Rank 13 PL You 0% of 1 pick .*0 points$/)

    await board(home).getByRole('button', { name: 'View All 13 Players' }).click()
    await expect.poll(() => rows.count()).toBe(13)
    await board(home).getByRole('button', { name: 'Show Less' }).click()
    await expect.poll(() => rows.count()).toBe(11)
    await board(home).getByRole('button', { name: 'Show All' }).click()
    await expect.poll(() => rows.count()).toBe(13)
  }))

test('the tab of the chosen gameweek follows the page, and says when nobody has predicted it', () =>
  look(last, async (home) => {
    await board(home)
      .getByRole('tab', { name: `Gameweek ${gameweek}` })
      .click()
    await board(home).getByText('player0').waitFor()
    await home.page.getByRole('button', { name: 'Next gameweek' }).click()
    await board(home)
      .getByText(`No predictions found for Gameweek ${gameweek + 1}`)
      .waitFor()
    await expect.poll(() => home.page.getByLabel('Gameweek', { exact: true }).inputValue()).toBe(String(gameweek + 1))
  }))

test('a gameweek board that cannot be read says so, and tries again', () => {
  let fails = true
  return look(
    last,
    async (home) => {
      await board(home)
        .getByRole('tab', { name: `Gameweek ${gameweek}` })
        .click()
      await board(home).getByText('Unable to load gameweek rankings').waitFor()
      fails = false
      await board(home).getByRole('button', { name: 'Try again' }).click()
      await board(home).getByText('player0').waitFor()
    },
    {
      expected: /Failed to load resource/,
      prepare: (context) =>
        context.route('**/api/leaderboard/gameweek/*', (route) =>
          fails ? route.fulfill({ status: 503, body: '' }) : route.continue(),
        ),
    },
  )
})

test('without a selected gameweek its tab is disabled', () =>
  look(
    stranger,
    async (home) => {
      await home.page.getByText('No upcoming fixtures available').waitFor()
      await expect.poll(() => board(home).getByRole('tab', { name: 'Gameweek' }).isDisabled()).toBe(true)
    },
    {
      prepare: (context) => context.route(/\/api\/fixtures(\/current)?$/, (route) => route.fulfill({ json: [] })),
    },
  ))

test('a player without a prediction is not ranked and has no row', () =>
  look(stranger, async (home) => {
    await board(home).getByText('player0').waitFor()
    expect(await board(home).getByText('You', { exact: true }).count()).toBe(0)
  }))

test('a ledger longer than a page shows more of itself', () =>
  look(
    stranger,
    async (home) => {
      await home.page.getByRole('button', { name: '0: why you have what you have' }).click()
      const dialog = home.page.getByRole('dialog', { name: 'Your points' })
      await dialog.getByText('Reason 500').waitFor()
      expect(await dialog.getByText('Reason 501').count()).toBe(0)
      await dialog.getByRole('button', { name: 'Show more' }).click()
      await dialog.getByText('Reason 502').waitFor()
      expect(await dialog.getByRole('button', { name: 'Show more' }).count()).toBe(0)
      expect(await dialog.getByRole('listitem').count()).toBe(502)
    },
    {
      prepare: (context) =>
        context.route(/\/api\/user\/points/, (route) => {
          const [from, count] = route.request().url().includes('offset=500') ? [501, 2] : [1, 500]
          const entry = { type: 'achievement', points: 0, season: 'demo', createdAt: '2026-11-20T09:00:00.000Z' }
          const ids = Array.from({ length: count! }, (_, nth) => from! + nth)
          return route.fulfill({ json: ids.map((id) => ({ ...entry, id: `${id}`, reason: `Reason ${id}` })) })
        }),
    },
  ))

test('the points ledger opens from the stat tile, and says so when it is empty', () =>
  look(stranger, async (home) => {
    await home.page.getByRole('button', { name: '0: why you have what you have' }).click()
    await home.page.getByRole('dialog', { name: 'Your points' }).getByText('No points yet').waitFor()
    await home.page.keyboard.press('Escape')
    await expect.poll(() => home.focused()).toBe('0: why you have what you have')
  }))
