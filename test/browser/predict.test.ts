import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/contracts/fixtures.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { promised } from '../support/promised.ts'
import {
  currentFixtures,
  type DashboardOptions,
  type DashboardPage,
  enterResult,
  nameOf,
  openDashboard,
} from './dashboard-page.ts'

const START = '2026-11-21T09:00:00.000Z'
const MINUTE = 60_000

let browser: Browser
let app: TestApp
let fixtures: Fixture[]
let first: string
let second: string
let players = 0

beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: START, clockRuns: true })
  fixtures = await currentFixtures(await app.player('scout'))
  first = nameOf(fixtures[0]!)
  second = nameOf(fixtures[1]!)
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe('a gameweek on one screen', () => {
  let player: TestClient
  let home: DashboardPage
  const open = async (options?: DashboardOptions) => {
    home = await openDashboard(browser, app, player, options)
  }
  beforeEach(async () => {
    player = await app.player(`player_${++players}`)
  })
  afterEach(() => home.close())

  test('a whole gameweek is twenty digits and one Enter, saved in one call', async () => {
    await open()
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('21001132103021013320')
    await home.page.getByRole('button', { name: 'Save 10 changes' }).waitFor()
    await home.page.keyboard.press('Enter')
    await home.toast('Your 10 predictions have been saved successfully.')
    await expect.poll(() => home.page.locator('li[data-state="saved"]').count()).toBe(10)
    await home.page.getByText('10 of 10 picked').waitFor()
    expect(home.requests('/api/predictions/gameweek/')).toBe(1)
    const stored = await player.get('/api/predictions')
    expect(stored).toHaveLength(10)
    expect(stored.find((each: { fixtureId: number }) => each.fixtureId === fixtures[0]!.id)).toMatchObject({
      predictedResult: 'home',
      predictedHomeScore: 2,
      predictedAwayScore: 1,
    })
    await home.reload()
    await home
      .row(first)
      .getByText(/^Saved/)
      .waitFor()
    await home.is(second, 'saved')
  })

  test('one row: Submit, Update, Cancel, each with its toast and receipt', async () => {
    await open()
    const { shortName } = fixtures[0]!.homeTeam
    await home.box(first, shortName).focus()
    await home.type('21')
    await home.is(first, 'draft')
    await home.row(first).getByRole('button', { name: 'Submit' }).click()
    await home.toast('Prediction submitted!')
    await home.toast('Your prediction has been saved successfully.')
    await home.is(first, 'saved')

    await home.row(first).getByRole('button', { name: 'Update' }).click()
    await home.is(first, 'editing')
    await expect.poll(() => home.focused()).toBe(`${shortName} goals`)
    await home.row(first).getByRole('button', { name: 'Cancel' }).click()
    await home.is(first, 'saved')

    await home.box(first, shortName).click()
    await home.is(first, 'editing')
    await home.type('0')
    await home.row(first).getByRole('button', { name: 'Update' }).click()
    await home.toast('Prediction updated!')
    await home.toast('Your prediction has been updated successfully.')
    await expect.poll(() => home.box(first, shortName).inputValue()).toBe('0')
    await expect.poll(() => home.row(first).getByRole('radio', { name: /Away/ }).isChecked()).toBe(true)
  })

  test('nothing chosen: Please select a prediction', async () => {
    await open()
    await home.row(first).getByRole('button', { name: 'Submit' }).click()
    await home.toast('Please select a prediction')
    expect(home.requests('/api/predictions/')).toBe(0)
  })

  test('by keyboard alone: arrows step, Backspace goes back, another result clears the score, Enter saves', async () => {
    await open()
    const { homeTeam, awayTeam } = fixtures[0]!
    await home.box(first, homeTeam.shortName).focus()
    await home.page.keyboard.press('ArrowUp')
    await home.page.keyboard.press('ArrowUp')
    await expect.poll(() => home.box(first, homeTeam.shortName).inputValue()).toBe('1')
    await home.page.keyboard.press('ArrowRight')
    await expect.poll(() => home.focused()).toBe(`${awayTeam.shortName} goals`)
    await home.page.keyboard.press('Backspace')
    await expect.poll(() => home.focused()).toBe(`${homeTeam.shortName} goals`)
    await home.type('21')
    await home.row(first).getByRole('radio', { name: 'Draw' }).focus()
    await home.page.keyboard.press('Space')
    await expect.poll(() => home.box(first, homeTeam.shortName).inputValue()).toBe('')
    await home.page.keyboard.press('Enter')
    await home.toast('Prediction submitted!')
    expect((await player.get('/api/predictions'))[0]).toMatchObject({
      predictedResult: 'draw',
      predictedHomeScore: null,
      predictedAwayScore: null,
    })
  })

  test('Enter in the next match saves what was typed before it', async () => {
    await open()
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('21')
    await expect.poll(() => home.focused()).toBe(`${fixtures[1]!.homeTeam.shortName} goals`)
    await home.page.keyboard.press('Enter')
    await home.toast('Prediction submitted!')
    await home.is(first, 'saved')
  })

  test('unsaved picks are kept on the device, and can be discarded', async () => {
    await open()
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('31')
    await home.page.getByText('1 not saved yet').waitFor()
    await home.reload()
    await home.page.getByRole('button', { name: 'Save 1 change' }).waitFor()
    await expect.poll(() => home.box(first, fixtures[0]!.homeTeam.shortName).inputValue()).toBe('3')
    await home.page.getByRole('button', { name: 'Discard' }).click()
    await home.is(first, 'open')
    // The bar has gone with the focus in it: it goes on from the matches, not from the top of the page.
    await expect.poll(() => home.page.evaluate(() => document.activeElement?.hasAttribute('data-predictor'))).toBe(true)
    await home.page.getByText('not saved yet').waitFor({ state: 'detached' })
  })

  test('unsaved picks of all gameweeks are counted and saved together; Back leads to the gameweek before', async () => {
    await open()
    const { page } = home
    const { gameweek } = fixtures[0]!
    const next: Fixture[] = await player.get(`/api/fixtures?gameweek=${gameweek + 1}`)
    const there = next[0]!
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('31')
    await page.getByRole('button', { name: 'Next gameweek' }).click()
    await home.row(nameOf(there)).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/gameweeks/${gameweek + 1}`)
    const bar = page.getByRole('region', { name: 'Unsaved picks' })
    await bar.getByText('1 not saved yet').waitFor()
    await home.box(nameOf(there), there.homeTeam.shortName).focus()
    await home.type('20')
    await bar.getByText('2 not saved yet').waitFor()

    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('dialog', { name: 'Log out with unsaved picks?' })
    await question.getByText('2 picks are not saved.').waitFor()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(`/gameweeks/${gameweek + 1}`)

    await bar.getByRole('button', { name: `1 in Gameweek ${gameweek}` }).click()
    await home.is(first, 'draft')
    await page.goBack()
    await home.row(nameOf(there)).waitFor()
    await page.goBack()
    await home.is(first, 'draft')
    await bar.getByRole('button', { name: 'Save 2 changes' }).click()
    await home.toast('Your 2 predictions have been saved successfully.')
    await home.is(first, 'saved')
    expect(await player.get('/api/predictions')).toHaveLength(2)
    expect(home.requests('/api/predictions/gameweek/')).toBe(2)
    await bar.waitFor({ state: 'detached' })
  })

  test('a row that fails says why and saves on Retry', async () => {
    let fails = true
    await open({
      expected: /ERR_FAILED|Failed to load resource/,
      prepare: (context) =>
        context.route('**/api/predictions', (route) =>
          fails && route.request().method() === 'POST' ? route.abort() : route.continue(),
        ),
    })
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('11')
    await home.row(first).getByRole('button', { name: 'Submit' }).click()
    await home.toast('Failed to submit prediction')
    await home.is(first, 'failed')
    // Where the list ends above the window's foot the toast is above the bar too.
    const bar = home.page.getByRole('region', { name: 'Unsaved picks' })
    await home.page
      .getByRole('region', { name: 'Your recent predictions' })
      .evaluate((next) => scrollBy(0, next.getBoundingClientRect().top - innerHeight + 60))
    const toast = home.page.getByRole('status').filter({ hasText: 'Failed to submit prediction' })
    await expect
      .poll(async () => {
        const [shown, stands] = [await toast.boundingBox(), await bar.boundingBox()]
        return [stands!.y + stands!.height < 900, shown!.y + shown!.height <= stands!.y]
      })
      .toEqual([true, true])
    await expect.poll(() => home.box(first, fixtures[0]!.homeTeam.shortName).inputValue()).toBe('1')
    fails = false
    await home.row(first).getByRole('button', { name: 'Retry' }).click()
    await home.toast('Prediction submitted!')
    await home.is(first, 'saved')
  })

  test('a pick whose answer was lost, but which arrived, counts as saved', async () => {
    await open({
      expected: /ERR_FAILED|Failed to load resource/,
      prepare: (context) =>
        context.route('**/api/predictions', async (route) => {
          if (route.request().method() !== 'POST') return route.continue()
          await route.fetch()
          return route.abort()
        }),
    })
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('11')
    await home.row(first).getByRole('button', { name: 'Submit' }).click()
    await home.toast('Prediction submitted!')
    await home.is(first, 'saved')
  })
})

test('register, predict, lock, result, points, rank', async () => {
  const home = await openDashboard(browser, app, null)
  const { page } = home
  const [match, other] = [fixtures[0]!, fixtures[1]!]
  const cutoff = Date.parse(match.cutoffTime!)
  try {
    await page.getByRole('tab', { name: 'Create Account' }).click()
    await page.getByLabel('Username').fill('maya_k')
    await page.getByLabel('Password').fill('long-enough')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Welcome to PLP, maya_k!' }).waitFor()
    await page.getByText('Get started by making your first Premier League prediction!').waitFor()

    await home.box(first, match.homeTeam.shortName).focus()
    await home.type('2100')
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await home.toast('Predictions submitted!')

    // Shortly before the cutoff, with room for what a page takes here: the row closes by itself, without a reload.
    const began = performance.now()
    await home.reload()
    await home.row(first).getByRole('button', { name: 'Update' }).waitFor()
    app.clock.set(new Date(cutoff - 6_000 - 3 * (performance.now() - began)).toISOString())
    await home.reload()
    await home.row(first).getByRole('button', { name: 'Update' }).waitFor()
    await home.row(first).getByText('Your pick, locked').waitFor()
    // Who has picks is not told to make the first.
    expect(await page.getByText('Get started by making your first').count()).toBe(0)
    expect(await home.row(first).getByRole('button', { name: 'Update' }).count()).toBe(0)
    expect(app.clock.now()).toBeGreaterThanOrEqual(cutoff)
    expect(app.clock.now() - cutoff).toBeLessThan(promised(2_500))
    app.clock.set(new Date(cutoff + 115 * MINUTE).toISOString())
    const admin = await app.admin()
    await enterResult(admin, match, 2, 1)
    await home.row(first).getByText('Exact').waitFor()
    await home.is(first, 'exact')
    // 15 of the match, 5 and 10 of the first correct result and the first exact score.
    await page.getByRole('button', { name: /^30: why/ }).waitFor()
    await expect.poll(() => home.standing('You')).toMatch(/^Rank 1 .* 30 points$/)

    await page.getByRole('button', { name: /^30: why/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Your points' })
    await dialog.getByText(/exact score, you predicted 2–1/).waitFor()
    await dialog.getByText('+15').waitFor()
    await page.keyboard.press('Escape')

    // A correction rescores what hung on it, on the page too.
    await enterResult(admin, match, 3, 1)
    await home.row(first).getByText('Correct').waitFor()
    await page.getByRole('button', { name: /^10: why/ }).waitFor()

    await home.is(nameOf(other), 'saved')
  } finally {
    await home.close()
  }
})
