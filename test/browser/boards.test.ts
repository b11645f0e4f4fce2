import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { expectReadable, expectSound, visit } from './visitor.ts'

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
    // The button is gone: a keyboard goes on in the list.
    const focused = () => home.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Top 100')
    await board(home).getByRole('button', { name: 'Show Less' }).click()
    await expect.poll(() => rows.count()).toBe(11)
    await board(home).getByRole('button', { name: 'Show All' }).click()
    await expect.poll(() => rows.count()).toBe(13)
  }))

test('a row says how many points come from matches where there are others', () =>
  look(last, async (home) => {
    await board(home).getByText('Points of matches, badges and prizes').waitFor()
    await expect.poll(() => board(home).getByText('15 from matches').count()).toBe(1)
    await board(home).getByRole('link', { name: 'Full leaderboard' }).click()
    await home.page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor()
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

describe('the whole leaderboard', () => {
  const entry = (id: number) => ({
    ...{ id, username: `rival${id}`, profileImage: null, ranking: id, totalPoints: 1000 - id, exactScores: 1 },
    ...{ correctPredictions: 5, settledPredictions: 10, totalPredictions: 12, accuracy: 50, movement: 1 },
    ...{ achievementCount: 2, parts: { matches: 800 - id, badges: 150, prizes: 50 } },
  })
  /** A board of 90 on which the reader is 70th. */
  async function long(page: Page) {
    const { id } = await last.get('/api/user')
    const all = Array.from({ length: 90 }, (_, index) => ({
      ...entry(index + 1),
      id: index === 69 ? id : 1_001 + index,
    }))
    await page.route('**/api/leaderboard?*', (route) => {
      const query = new URL(route.request().url()).searchParams
      const [limit, isAround] = [Number(query.get('limit')), query.has('around')]
      const offset = isAround ? 57 : Number(query.get('offset'))
      const entries = all.slice(offset, offset + limit)
      return route.fulfill({ json: { entries, total: 90, me: all[69], ...(isAround ? { offset } : {}) } })
    })
  }
  const table = (page: Page) => page.getByRole('table', { name: 'Overall board' })
  const place = (page: Page) => table(page).getByRole('row')

  test('has pages, and a way to oneself with the rows around', async () => {
    const visitor = await visit(browser, app, '/leaderboard', { as: last, prepare: long })
    const { page } = visitor
    await page.getByText('1 to 25 of 90 players').waitFor()
    // 25, the head, and the own row after a gap.
    await expect.poll(() => place(page).count()).toBe(27)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('26 to 50 of 90 players').waitFor()
    await page.getByRole('button', { name: 'Jump to me' }).click()
    await page.getByText('58 to 82 of 90 players').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Rank 70.*You/)
    await page.getByRole('button', { name: 'Places 4 to 57' }).click()
    await page.getByText('4 to 28 of 90 players').waitFor()
    await page.goBack()
    await page.getByText('58 to 82 of 90 players').waitFor()
    const own = page.getByRole('region', { name: 'What your points are made of' })
    await own.getByText('there you have 730.').waitFor()
    await expectSound(page, 'the leaderboard')
    await visitor.leave()
  })

  test('finds players by the first letters of their names, and has every gameweek', async () => {
    const visitor = await visit(browser, app, '/leaderboard', { as: last, theme: 'dark' })
    const { page } = visitor
    await page.getByRole('searchbox', { name: 'Find a player' }).fill('Player1')
    // player1 and player10 to 12, the last of them the reader.
    await page.getByText('4 players. Names are found from their first letters.').waitFor()
    expect(await table(page).getByRole('rowheader').allInnerTexts()).toEqual([
      expect.stringContaining('player1'),
      expect.stringContaining('player10'),
      expect.stringContaining('player11'),
      expect.stringContaining('You'),
    ])
    await page.getByRole('searchbox').fill('layer')
    await page.getByText('No player found').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('tab', { name: `Gameweek ${gameweek}` }).click()
    await page
      .getByRole('table', { name: `Gameweek ${gameweek} board` })
      .getByText('player0')
      .waitFor()
    await expectSound(page, 'the board of a gameweek')
    await visitor.leave()
  })

  test('draws the rank after each gameweek beside those next above, and says who has won the gameweeks', async () => {
    const { id } = await last.get('/api/user')
    let fails = true
    const prepare = async (page: Page) => {
      await long(page)
      await page.route('**/api/leaderboard/ranks?rivals=1068,1069', (route) =>
        route.fulfill({
          json: {
            gameweeks: [1, 2, 3],
            players: [
              { id, username: 'player12', ranks: [90, 88, 70] },
              { id: 1068, username: 'rival68', ranks: [null, 12, 68] },
              { id: 1069, username: 'rival69', ranks: [4, 40, 69] },
            ],
          },
        }),
      )
      const winner = { id: 1068, username: 'rival68', profileImage: null }
      await page.route('**/api/leaderboard/winners', (route) =>
        fails
          ? route.fulfill({ status: 503, body: '' })
          : route.fulfill({
              json: Array.from({ length: 8 }, (_, index) => ({
                ...{ gameweek: 8 - index, points: 60 + index, winner, winners: index === 1 ? 3 : 1 },
                ownPoints: index === 1 ? 61 : 20,
              })),
            }),
      )
    }
    const options = { as: last, prepare, expected: /Failed to load resource/ }
    const visitor = await visit(browser, app, '/leaderboard', options)
    const { page } = visitor
    const ranks = page.getByRole('region', { name: 'Your rank, and your rivals’' })
    await ranks.getByText('70th up from 90th.').waitFor()
    await ranks.getByRole('img', { name: 'Lines: rank after each gameweek' }).waitFor()
    await ranks.getByRole('button', { name: 'Show as table' }).click()
    await expect
      .poll(async () => (await ranks.getByRole('row').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ')))
      .toEqual(['After gameweek You rival68 rival69', '1 90 – 4', '2 88 12 40', '3 70 68 69'])
    await expectSound(page, 'ranks')

    await page.getByRole('tab', { name: 'Gameweek winners' }).click()
    await page.getByText('Unable to load the winners').waitFor()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    const winners = page.getByRole('region', { name: 'Gameweek winners' })
    const rows = winners.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(6)
    expect((await rows.nth(1).innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /^Gameweek 7 RI You with 2 others 61 points$/,
    )
    await winners.getByRole('button', { name: 'Show all 8' }).click()
    await expect.poll(() => rows.count()).toBe(8)
    await page.getByText('67 in gameweek 1, the most; 60 was enough in gameweek 8. You won gameweek 7.').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const lines = (await readFile(await (await file).path(), 'utf8')).split('\r\n')
    expect([lines[0], lines[8]]).toEqual(['Gameweek,Winner’s points,You', '8,60,20'])
    await expectSound(page, 'winners')
    await expectReadable(page, 'winners')
    await page.goBack()
    await ranks.waitFor()
    await visitor.leave()
  })

  test('tells who is not on it how to get there', async () => {
    const visitor = await visit(browser, app, '/leaderboard', { as: stranger })
    await visitor.page.getByRole('region', { name: 'You are not on the board yet' }).waitFor()
    await visitor.page.getByRole('link', { name: 'Make your first pick' }).waitFor()
    expect(await visitor.page.getByRole('button', { name: 'Jump to me' }).count()).toBe(0)
    await visitor.leave()
  })
})

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
