import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture, TableRow } from '../../src/contracts/fixtures.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import {
  currentFixtures,
  type DashboardOptions,
  type DashboardPage,
  enterResult,
  expectAccessible,
  expectNoSideways,
  nameOf,
  openDashboard,
} from './dashboard-page.ts'
import { expectReadable, expectSound } from './visitor.ts'

const MINUTE = 60_000

let browser: Browser
let app: TestApp
let admin: TestClient
let player: TestClient
/** In this order: exact, correct, wrong, live, postponed, cancelled, awarded, then open ones. */
let fixtures: Fixture[]

beforeAll(async () => {
  browser = await launchBrowser()
  // Points here are of matches alone.
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true, catalogue: [] })
  admin = await app.admin()
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
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function look(at: (home: DashboardPage) => Promise<void>, options?: DashboardOptions, client = player) {
  const home = await openDashboard(browser, app, client, options)
  try {
    await at(home)
  } finally {
    await home.close()
  }
}

const loaded = (home: DashboardPage) => home.row(nameOf(fixtures[0]!)).waitFor()

describe('the page of a returning player', () => {
  let home: DashboardPage
  beforeAll(async () => {
    home = await openDashboard(browser, app, player)
    await loaded(home)
  })
  afterAll(() => home.close())

  test('a returning player is welcomed back, with points, predictions, correct ones and accuracy', async () => {
    await home.page.getByRole('heading', { name: 'Welcome back, maya_k!' }).waitFor()
    const band = home.page.getByRole('region', { name: 'Welcome back, maya_k!' })
    const user = await player.get('/api/user')
    expect(user.totalPoints).toBe(25)
    await band.getByText('Accuracy rate').waitFor()
    const text = (await band.innerText()).replaceAll(/\s+/g, ' ')
    for (const part of ['25', '8', '3', `${user.accuracy}%`, 'Total points', 'Predictions made', 'Correct predictions'])
      expect(text).toContain(part)
  })

  test('every state says itself in words: exact, correct, wrong, live, postponed, cancelled, awarded', async () => {
    const says = async (index: number) => (await home.row(nameOf(fixtures[index]!)).innerText()).replaceAll(/\s+/g, ' ')
    await expect.poll(() => says(0)).toMatch(/FT .*2.*1.*Your pick 2–1 15 Exact/)
    await expect.poll(() => says(1)).toMatch(/FT .*Your pick 2–1 5 Correct/)
    await expect.poll(() => says(2)).toMatch(/FT .*Your pick 2–1 0 Wrong/)
    await expect.poll(() => says(3)).toMatch(/Live.*Started/)
    await expect.poll(() => says(4)).toMatch(/Postponed.*No date yet.*Kept/)
    await expect
      .poll(() => says(5))
      .toMatch(/Cancelled.*No points.*Pays nothing and does not count against your accuracy/)
    await expect.poll(() => says(6)).toMatch(/Awarded.*5 Correct.*the exact-score bonus does not/)
    const cells = await home.page.getByRole('list', { name: 'The matches of this gameweek' }).getByRole('link').all()
    expect(cells).toHaveLength(10)
    await expect.poll(() => cells[0]!.textContent()).toContain('15 points, exact')
  })

  test('recent predictions: the last five, each with its status', async () => {
    const items = home.page.getByRole('region', { name: 'Your recent predictions' }).getByRole('listitem')
    await expect.poll(() => items.count()).toBe(5)
    const all = (await items.allInnerTexts()).join(' ')
    expect(all).toMatch(/Pending/)
  })

  test('the scoring card shows the exact score as +10 on top and says that the multipliers are for show', async () => {
    const card = home.page.getByRole('region', { name: 'Scoring System' })
    const text = (await card.innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toContain('Multiplier bonus up to 5x')
    expect(text).toContain('+10 on top of the result')
    expect(text).toContain('It changes no points.')
    const row = await home.row(nameOf(fixtures[8]!)).innerText()
    for (const multiplier of ['2.1x', '3.2x', '2.8x']) expect(row).toContain(multiplier)
  })

  test('head-to-head is fetched when first expanded, and only then', async () => {
    expect(home.requests('/api/head-to-head')).toBe(0)
    const toggle = home.row(nameOf(fixtures[8]!)).getByRole('button', { name: 'Recent Head-to-Head' })
    await toggle.click()
    await home.row(nameOf(fixtures[8]!)).getByRole('heading', { name: 'Recent Head-to-Head' }).waitFor()
    await toggle.click()
    await toggle.click()
    expect(home.requests('/api/head-to-head')).toBe(1)
    await expectAccessible(home.page, 'head-to-head')
  })

  test('hidden live scores are covered everywhere until asked for, and the switch is kept on the device', async () => {
    await home.page.getByRole('switch', { name: 'Hide live scores' }).check()
    const row = home.row(nameOf(fixtures[0]!))
    expect(await row.innerText()).not.toMatch(/15|Exact/)
    await home.reload()
    await row.getByRole('button', { name: /^Show score/ }).click()
    await row.getByText('Exact').waitFor()
    expect(await home.row(nameOf(fixtures[1]!)).innerText()).not.toMatch(/Correct/)
    await home.page.getByRole('switch', { name: 'Hide live scores' }).uncheck()
    await home.row(nameOf(fixtures[1]!)).getByText('Correct').waitFor()
  })

  test('the gameweek selector starts at the lowest with something upcoming, and past ones can be seen', async () => {
    const { gameweek } = fixtures[0]!
    await expect.poll(() => home.page.getByLabel('Gameweek', { exact: true }).inputValue()).toBe(String(gameweek))
    await home.page.getByText(`(${39 - gameweek} gameweeks available)`).waitFor()
    await home.page.getByLabel('Gameweek', { exact: true }).selectOption(String(gameweek - 1))
    await home.page.getByText('0 of 10 picked').waitFor()
    await expect.poll(() => home.page.locator('li[data-state="missed"]').count()).toBe(10)
  })
})

test('on a phone a settled pick of a result alone is seen too', () =>
  look(
    async (home) => {
      const plate = home.row(nameOf(fixtures[1]!)).getByText('Your pick Home')
      await plate.scrollIntoViewIfNeeded()
      // What is clipped away has a box too: it is where one would touch it.
      const isSeen = await plate.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === element
      })
      expect(isSeen).toBe(true)
    },
    {
      width: 390,
      prepare: (context) =>
        context.route('**/api/predictions', async (route) => {
          const response = await route.fetch()
          const picks: object[] = await response.json()
          const json = picks.map((pick) => ({ ...pick, predictedHomeScore: null, predictedAwayScore: null }))
          await route.fulfill({ response, json })
        }),
    },
  ))

test('a past gameweek has an address: its results, the own points and its best; older links lead there', async () => {
  const { gameweek } = fixtures[0]!
  await look(async (home) => {
    const { page } = home
    await page.goto(`${app.url}/?gameweek=${gameweek - 1}`)
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/gameweeks/${gameweek - 1}`)
    expect(await page.title()).toBe(`Gameweek ${gameweek - 1} · PLP`)
    await page.getByText('No pick of yours counted.').waitFor()
    await page.getByRole('region', { name: 'The gameweek’s best' }).getByText('No predictions found').waitFor()
    // Nothing there takes a pick: it leads to the gameweek that does.
    await page.getByRole('link', { name: `Predict Gameweek ${gameweek}` }).click()
    await loaded(home)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goBack()
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    await page.goto(`${app.url}/gameweeks/39`)
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  })
  const finished = (fixture: Fixture): Fixture => ({
    ...fixture,
    status: 'FINISHED',
    isOpen: false,
    homeScore: 2,
    awayScore: 1,
  })
  await look(
    async (home) => {
      const { page } = home
      await page.goto(`${app.url}/gameweeks/${gameweek}`)
      const own = page.getByRole('region', { name: 'Your gameweek' })
      await expect.poll(async () => (await own.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Points 25 Place 1st/)
      await page
        .getByRole('list', { name: `The best of Gameweek ${gameweek}` })
        .getByText('You')
        .waitFor()
      await expectAccessible(page, 'a played gameweek')
    },
    {
      prepare: (context) =>
        context.route(/\/api\/(fixtures|predictions)/, async (route) => {
          const response = await route.fetch()
          const list: (Fixture & { fixture?: Fixture })[] = await response.json()
          const over = (each: Fixture) => (each.gameweek === gameweek ? finished(each) : each)
          await route.fulfill({
            response,
            json: list.map((each) => (each.fixture ? { ...each, fixture: over(each.fixture) } : over(each))),
          })
        }),
    },
  )
})

test('when the season is over the page shows how it ended, and gameweeks can be opened', () =>
  look(
    async (home) => {
      const { page } = home
      await page.getByRole('heading', { name: 'The season is over' }).waitFor()
      await page.getByText('(38 of 38 gameweeks played)').waitFor()
      await page.getByText('You win the season with 25 points.').waitFor()
      const own = page.getByRole('region', { name: 'Your season' })
      await expect.poll(async () => (await own.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Points 25 Place 1st/)
      await page
        .getByRole('region', { name: 'Final table' })
        .getByText(/, champions$/)
        .waitFor()
      expect(await page.getByRole('tab', { name: 'Gameweek 38' }).isDisabled()).toBe(false)
      await expectNoSideways(page, 'end of the season')
      await expectAccessible(page, 'end of the season')
      await page.getByRole('button', { name: 'Previous gameweek' }).click()
      await page.getByRole('heading', { name: 'Results' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/gameweeks/38')
      await page.getByRole('button', { name: 'How it ended' }).click()
      await page.getByRole('heading', { name: 'The season is over' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    },
    {
      width: 390,
      prepare: (context) =>
        context.route('**/api/fixtures**', async (route) => {
          const response = await route.fetch()
          const list: Fixture[] = await response.json()
          const json = list.map((each) => ({ ...each, status: 'FINISHED', isOpen: false, homeScore: 2, awayScore: 1 }))
          await route.fulfill({ response, json })
        }),
    },
  ))

describe('the page of the table', () => {
  test('has every club with what it did, and opens from the panel', () =>
    look(async (home) => {
      const { page } = home
      await loaded(home)
      await page.getByRole('link', { name: 'Whole table' }).click()
      await page.getByRole('heading', { name: 'Premier League Table', level: 1 }).waitFor()
      const rows: TableRow[] = await player.get('/api/teams')
      const first = rows[0]!
      const row = page.getByRole('row').nth(1)
      await expect
        .poll(async () => (await row.innerText()).replaceAll(/\s+/g, ' '))
        .toContain(
          `${first.played} ${first.won} ${first.drawn} ${first.lost} ${first.goalsFor}:${first.goalsAgainst} +${first.goalDifference} ${first.points}`,
        )
      expect(await page.getByRole('row').count()).toBe(21)
      expect(home.requests('/api/head-to-head')).toBe(0)
      const club = row.getByRole('button', { name: first.shortName })
      await club.click()
      await page.getByRole('heading', { name: first.name }).waitFor()
      await page.getByLabel('Against').selectOption({ index: 2 })
      await expect.poll(() => home.requests('/api/head-to-head')).toBe(2)
      await club.click()
      expect(await page.getByRole('row').count()).toBe(21)
    }))

  /** The source tells the score of the live match. */
  const withLive: DashboardOptions = {
    prepare: (context) =>
      context.route('**/api/fixtures', async (route) => {
        const list: Fixture[] = await (await route.fetch()).json()
        const score = { homeScore: 3, awayScore: 2 }
        await route.fulfill({ json: list.map((each) => (each.id === fixtures[3]!.id ? { ...each, ...score } : each)) })
      }),
  }

  test('counts a live match as if it ended now, or what has settled, and passes axe in both themes at every width', () =>
    look(async (home) => {
      const { page } = home
      const { homeTeam, awayTeam } = fixtures[3]!
      const rows: TableRow[] = await player.get('/api/teams')
      const booked = rows.find(({ id }) => id === homeTeam.id)!.points
      const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: homeTeam.shortName }) })
      const points = () => row.locator('[data-points]').innerText()
      await page.goto(`${app.url}/table`)
      const note = page.getByText(`${homeTeam.shortName} 3–2 ${awayTeam.shortName} is live and counts here`)
      await note.waitFor()
      await row.getByText('Live', { exact: true }).waitFor()
      expect(await points()).toBe(String(booked + 3))
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('heading', { name: 'Recent Head-to-Head' }).waitFor()
      await expectSound(page, 'table')
      await expectReadable(page, 'table')
      await page.getByRole('radio', { name: 'Settled' }).check()
      await page.getByRole('heading', { name: 'Settled' }).waitFor()
      expect(await points()).toBe(String(booked))
      expect(await note.count()).toBe(0)
      await page.evaluate(() => localStorage.setItem('plp.hide-live-scores', 'on'))
      await page.reload()
      await page.getByText('Live scores are hidden: this is the settled table.').waitFor()
      expect(await page.getByRole('radio').count()).toBe(0)
    }, withLive))

  test('of any gameweek behind has an address, which Back leaves', () =>
    look(async (home) => {
      const { page } = home
      await page.goto(`${app.url}/table`)
      // The source of this game tells no scores of live matches.
      await page.getByText(/ v .* live and counts? here once (it has|they have) ended\.$/).waitFor()
      expect(await page.getByRole('radio').count()).toBe(0)
      await page.getByLabel('After', { exact: true }).selectOption('After gameweek 9')
      await page.getByRole('heading', { name: 'After gameweek 9' }).waitFor()
      expect(new URL(page.url()).search).toBe('?gameweek=9')
      await expect.poll(() => page.getByRole('columnheader', { name: 'Next' }).count()).toBe(0)
      const played = await page.locator('tbody tr td:nth-of-type(3)').allInnerTexts()
      expect(played).toEqual(Array(20).fill('9'))
      await page.goBack()
      await page.getByRole('heading', { name: 'As it stands' }).waitFor()
      await page.goto(`${app.url}/table?gameweek=37`)
      await page.getByRole('heading', { name: 'As it stands' }).waitFor()
    }))
})

test('without a pick past the cutoff: Prediction period has ended', () =>
  look(
    async (home) => {
      const last = fixtures.at(-1)!
      await home.row(nameOf(last)).getByText('Prediction period has ended').waitFor()
      await expectAccessible(home.page, 'closed')
    },
    {
      prepare: async (context) => {
        const last = fixtures.at(-1)!
        const closed = { ...last, isOpen: false }
        await context.route('**/api/fixtures?gameweek=*', async (route) => {
          const list: Fixture[] = await (await route.fetch()).json()
          await route.fulfill({ json: list.map((each) => (each.id === last.id ? closed : each)) })
        })
      },
    },
  ))

test('head-to-head without meetings says so; with them it shows score, date and a letter for each team', async () => {
  const { homeTeam, awayTeam } = fixtures[8]!
  const meetings = [
    {
      fixtureId: 9001,
      season: '2024-25',
      homeTeam: { ...homeTeam, crest: null },
      awayTeam: { ...awayTeam, crest: null },
      score: { fullTime: { home: 3, away: 1 } },
      utcDate: '2025-05-25T15:00:00.000Z',
    },
  ]
  for (const [answer, text] of [
    [[], 'No recent matches found between these teams'],
    [meetings, '25 May 2025'],
  ] as const)
    await look(
      async (home) => {
        const row = home.row(nameOf(fixtures[8]!))
        await row.getByRole('button', { name: 'Recent Head-to-Head' }).click()
        await row.getByText(text).waitFor()
        if (answer.length === 0) return
        expect((await row.getByRole('listitem').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
          /25 May 2025 W \(won\).*3–1.*L \(lost\)/,
        )
      },
      { prepare: (context) => context.route('**/api/head-to-head/**', (route) => route.fulfill({ json: answer })) },
    )
})

describe('when the server does not answer', () => {
  test('the fixtures say so and try again', () => {
    let fails = true
    return look(
      async (home) => {
        await home.page.getByText('Unable to load fixtures').waitFor()
        await expectAccessible(home.page, 'error')
        fails = false
        await home.page.getByRole('button', { name: 'Try again' }).first().click()
        await loaded(home)
      },
      {
        expected: /Failed to load resource/,
        prepare: (context) =>
          context.route(/\/api\/(fixtures|predictions)/, (route) =>
            fails ? route.fulfill({ status: 503, body: '' }) : route.continue(),
          ),
      },
    )
  })

  test('the table says so and the rest of the page stands', () =>
    look(
      async (home) => {
        await home.page.getByText('Unable to load the table').waitFor()
        await loaded(home)
      },
      {
        expected: /Failed to load resource/,
        prepare: (context) => context.route('**/api/teams', (route) => route.fulfill({ status: 503, body: '' })),
      },
    ))
})

test('while it loads it is busy, and what comes moves nothing', () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  return look(
    async (home) => {
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
      answer()
      await loaded(home)
      await home.page.waitForTimeout(300)
      expect(Number(await home.page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.1)
    },
    {
      prepare: (context) =>
        context.route('**/api/predictions', async (route) => {
          await held
          await route.continue()
        }),
    },
  )
})

test('what stands below the board shows with its rows: a board of few rows makes nothing jump', () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  return look(
    async (home) => {
      const hub = home.page.getByRole('heading', { name: 'Multiplayer Hub', includeHidden: true })
      await hub.waitFor({ state: 'attached' })
      expect(await hub.isVisible()).toBe(false)
      answer()
      await hub.waitFor()
      expect(await home.page.getByRole('list', { name: 'Top 100' }).isVisible()).toBe(true)
    },
    {
      prepare: async (context) => {
        await context.route('**/api/leaderboard*', async (route) => {
          await held
          await route.continue()
        })
        // Time stands still for what moves by itself, so that a slow machine sees it too.
        await context.addInitScript(() => {
          const still = new CSSStyleSheet()
          still.replaceSync('* { animation-play-state: paused !important }')
          document.adoptedStyleSheets = [still]
        })
      },
      motion: true,
    },
  )
})

test('accessible in both themes on a desktop and on a phone, with unsaved picks and the ledger open', async () => {
  for (const width of [1280, 390])
    await look(
      async (home) => {
        await loaded(home)
        await home.box(nameOf(fixtures[8]!), fixtures[8]!.homeTeam.shortName).focus()
        await home.type('1')
        await home.page.getByRole('region', { name: 'Unsaved picks' }).waitFor()
        await expectAccessible(home.page, `${width}`)
        if (width < 600)
          for (const tab of ['Table', 'Scoring', 'Ranks']) {
            await home.page.getByRole('tab', { name: tab }).click()
            await expectAccessible(home.page, `${width} ${tab}`)
          }
        await home.page.getByRole('button', { name: /why you have what you have/ }).click()
        await home.page.getByRole('dialog').getByText('+15').first().waitFor()
        await expectAccessible(home.page, `${width} ledger`)
      },
      { width },
    )
})

test('nothing sticks out from 320 px to a wide desktop, and a phone has its panels behind tabs', () =>
  look(
    async (home) => {
      await loaded(home)
      for (const width of [320, 390, 600, 768, 1024, 1440]) {
        await home.page.setViewportSize({ width, height: 900 })
        await expect
          .poll(() => home.page.getByRole('tab', { name: 'Scoring' }).count(), { message: `${width} px` })
          .toBe(width < 600 ? 1 : 0)
        await expectNoSideways(home.page, `${width} px`)
      }
    },
    { width: 320 },
  ))
