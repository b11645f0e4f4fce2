import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { promised } from '../support/promised.ts'
import { ignoring } from './answers.ts'
import { type DashboardPage, dashboardOf, openDashboard } from './dashboard-page.ts'
import { landingOf } from './landing-page.ts'
import { currentFixtures, enterResult, nameOf } from './matches.ts'
import { shellOf } from './shell-page.ts'
import { setStage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

const MINUTE = 60_000

const stage = setStage()
let fixtures: Fixture[]
let first: string
let second: string

beforeAll(async () => {
  fixtures = await currentFixtures(await stage.app.player('scout'))
  first = nameOf(fixtures[0]!)
  second = nameOf(fixtures[1]!)
})

/** The lines of an accessibility tree, with the values of fields, and without the texts of labels that name a choice. */
function sentences(tree: string): readonly string[] {
  const lines = tree.split('\n').map((line) => line.trim().replace(/^- /, '').replace(/:$/, ''))
  const read: string[] = []
  for (const line of lines) {
    if (line.startsWith('/placeholder')) continue
    const text = /^text: (.*)$/.exec(line)?.[1]
    const before = read.at(-1) ?? ''
    if (text === undefined) read.push(line)
    else if (before.startsWith('textbox') && text.startsWith('"')) read[read.length - 1] = `${before}: ${text}`
    else if (!before.startsWith(`radio "${text}"`)) read.push(text)
  }
  return read
}

describe('a gameweek on one screen', () => {
  let player: TestClient
  let home: DashboardPage
  const open = async (options?: VisitorOptions) => {
    home = await openDashboard(stage, { as: player, ...options })
  }
  beforeEach(async () => {
    player = await stage.newPlayer()
  })

  test('a row reads as sentences, open and saved; a whole gameweek is twenty digits and one Enter, saved in one call', async () => {
    await open()
    const { shortName: club } = fixtures[0]!.homeTeam
    const { shortName: other } = fixtures[0]!.awayTeam
    const read = async () => sentences(await home.row(first).ariaSnapshot())
    const choices = (chosen: string, home: string, away: string) => [
      expect.stringMatching(new RegExp(`^radio "${club} Home [\\d.]+x · \\d+(st|nd|rd|th) in the table"${chosen}$`)),
      `textbox "${club} goals"${home}`,
      expect.stringMatching(/^radio "Draw [\d.]+x"$/),
      `textbox "${other} goals"${away}`,
      expect.stringMatching(new RegExp(`^radio "${other} Away [\\d.]+x · \\d+(st|nd|rd|th) in the table"$`)),
    ]
    const start = [
      `listitem "${first}"`,
      `heading "${first}" [level=4]`,
      expect.stringMatching(new RegExp(`^link "${first}, \\d\\d:\\d\\d `)),
      `/url: /fixtures/${fixtures[0]!.id}`,
      expect.stringMatching(/^time: \d\d:\d\d /),
      expect.stringMatching(/^Open · /),
      `group "${first}"`,
    ]
    const shows = (...rest: unknown[]) => expect.poll(read).toEqual([...start, ...rest, 'button "Recent Head-to-Head"'])
    await shows(...choices('', '', ''), 'No pick yet')
    await home.score(fixtures[0]!, '21001132103021013320')
    await home.saving(10).waitFor()
    await home.key('Enter')
    await home.toast('Your 10 predictions have been saved successfully.')
    await expect.poll(() => home.count('saved')).toBe(10)
    await home.says('10 of 10 picked')
    expect(home.requests('/api/predictions/gameweek/')).toBe(1)
    const stored = await player.get('/api/predictions')
    expect(stored).toHaveLength(10)
    expect(stored.find((each: { fixtureId: number }) => each.fixtureId === fixtures[0]!.id)).toMatchObject({
      predictedResult: 'home',
      predictedHomeScore: 2,
      predictedAwayScore: 1,
    })
    // Only the row that is edited has its button.
    await home.box(first, fixtures[0]!.homeTeam.shortName).focus()
    const saved = expect.stringMatching(/^Saved \d\d:\d\d$/)
    await shows(...choices(' \\[checked\\]', ': "2"', ': "1"'), saved, 'button "Update"', `button "Share ${first}"`)
    await home.reload()
    await home
      .row(first)
      .getByText(/^Saved/)
      .waitFor()
    await home.is(second, 'saved')
  })

  test('unsaved picks are stored on the device, and can be discarded; a failed row shows the reason and saves on Retry', async () => {
    await open({ expected: /ERR_FAILED|Failed to load resource/ })
    await home.score(fixtures[0]!, '31')
    await home.says('1 not saved yet')
    await home.reload()
    await home.saving(1).waitFor()
    await expect.poll(() => home.box(first, fixtures[0]!.homeTeam.shortName).inputValue()).toBe('3')
    await home.discard()
    await home.is(first, 'open')
    // The bar disappeared while it had the focus, which moves to the matches, not to the top of the page.
    await expect.poll(() => home.page.evaluate(() => document.activeElement?.hasAttribute('data-predictor'))).toBe(true)
    await home.saysNoMore('not saved yet')

    const away = ignoring('**/api/predictions/gameweek/*', 'writes')
    await away.on(home.page)
    await home.score(fixtures[0]!, '11')
    await home.submit(first)
    await home.toast('Failed to submit prediction')
    await home.is(first, 'failed')
    // Where the list ends above the bottom of the window, the toast is above the bar too.
    const bar = home.unsaved
    await home
      .region('Waiting to be sent')
      .evaluate((next) => scrollBy(0, next.getBoundingClientRect().top - innerHeight + 60))
    const toast = home.toasted('Failed to submit prediction')
    await expect
      .poll(async () => {
        const [shown, stands] = [await toast.boundingBox(), await bar.boundingBox()]
        return [stands!.y + stands!.height < 900, shown!.y + shown!.height <= stands!.y]
      })
      .toEqual([true, true])
    await expect.poll(() => home.box(first, fixtures[0]!.homeTeam.shortName).inputValue()).toBe('1')
    away.over()
    await home.retry(first)
    await home.toast('Prediction submitted!')
    await home.is(first, 'saved')
  })

  test('unsaved picks of all gameweeks are counted and saved together; Back leads to the gameweek before', async () => {
    await open()
    const { gameweek } = fixtures[0]!
    const next: Fixture[] = await player.get(`/api/fixtures?gameweek=${gameweek + 1}`)
    const there = next[0]!
    await home.score(fixtures[0]!, '31')
    await home.nextGameweek()
    await home.row(nameOf(there)).waitFor()
    expect(home.url().pathname).toBe(`/gameweeks/${gameweek + 1}`)
    const bar = home.unsaved
    await bar.getByText('1 not saved yet').waitFor()
    await home.score(there, '20')
    await bar.getByText('2 not saved yet').waitFor()

    const shell = shellOf(home)
    await shell.logOut()
    const question = shell.question('Log out with unsaved picks?')
    await question.getByText('2 picks are not saved.').waitFor()
    await home.back()
    await question.waitFor({ state: 'detached' })
    expect(home.url().pathname).toBe(`/gameweeks/${gameweek + 1}`)

    await bar.getByRole('button', { name: `1 in Gameweek ${gameweek}` }).click()
    await home.is(first, 'draft')
    await home.back()
    await home.row(nameOf(there)).waitFor()
    await home.back()
    await home.is(first, 'draft')
    await home.save(2)
    await home.toast('Your 2 predictions have been saved successfully.')
    await home.is(first, 'saved')
    expect(await player.get('/api/predictions')).toHaveLength(2)
    expect(home.requests('/api/predictions/gameweek/')).toBe(2)
    await bar.waitFor({ state: 'detached' })
  })
})

test('register, predict, lock, result, points, rank', async () => {
  const { app } = stage
  const landing = landingOf(await stage.visit('/', { as: null }))
  const home = dashboardOf(landing)
  const [match, other] = [fixtures[0]!, fixtures[1]!]
  const cutoff = Date.parse(match.cutoffTime!)
  await landing.register('maya_k', 'long-enough')
  await home.shows('Welcome to PLP, maya_k!')
  await home.says('Get started by making your first Premier League prediction!')

  await home.score(match, '2100')
  await home.save(2)
  await home.toast('Predictions submitted!')

  // Shortly before the cutoff, with enough time for the page: the row closes by itself, without a reload.
  const update = home.row(first).getByRole('button', { name: 'Update' })
  const began = performance.now()
  await home.reload()
  await update.waitFor()
  app.clock.set(new Date(cutoff - 6_000 - 3 * (performance.now() - began)).toISOString())
  await home.reload()
  await update.waitFor()
  await home.row(first).getByText('Your pick, locked').waitFor()
  // A player with picks does not see the prompt for the first.
  expect(await home.times('Get started by making your first')).toBe(0)
  expect(await update.count()).toBe(0)
  expect(app.clock.now()).toBeGreaterThanOrEqual(cutoff)
  expect(app.clock.now() - cutoff).toBeLessThan(promised(2_500))
  app.clock.set(new Date(cutoff + 115 * MINUTE).toISOString())
  await enterResult(stage.admin, match, 2, 1)
  await home.row(first).getByText('Exact').waitFor()
  await home.is(first, 'exact')
  // 15 of the match, 5 and 10 of the first correct result and the first exact score.
  await home.points(30).waitFor()
  await expect.poll(() => home.standing('You')).toMatch(/^Rank 1 .* 30 points$/)

  await home.points(30).click()
  await home.ledger.getByText(/exact score, you predicted 2–1/).waitFor()
  await home.ledger.getByText('+15').waitFor()
  await home.key('Escape')

  // A correction rescores everything that depends on it, on the page too.
  await enterResult(stage.admin, match, 3, 1)
  await home.row(first).getByText('Correct').waitFor()
  await home.points(10).waitFor()

  await home.is(nameOf(other), 'saved')
})
