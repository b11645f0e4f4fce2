import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserAchievement } from '../../src/contracts/achievements.ts'
import { BEING_COUNTED } from '../../src/contracts/achievements-counting.ts'
import type { Fixture } from '../../src/contracts/fixtures.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { promised } from '../support/promised.ts'
import { currentFixtures, enterResult, nameOf, openDashboard } from './dashboard-page.ts'
import { expectSound, PHONE, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let admin: TestClient
let fixtures: Fixture[]
let visitor: Visitor | null = null
let players = 0

beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  admin = await app.admin()
  fixtures = await currentFixtures(admin)
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(async () => {
  const leaving = visitor
  visitor = null
  await leaving?.leave()
})

const newPlayer = () => app.player(`collector_${++players}`)

const open = async (path: string, as: TestClient, options: VisitorOptions = {}): Promise<Page> => {
  visitor = await visit(browser, app, path, { as, ...options })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor.page
}

const predict = async (player: TestClient, fixture: Fixture, home: number, away: number) => {
  const { status } = await player.post('/api/predictions', {
    fixtureId: fixture.id,
    predictedResult: home > away ? 'home' : home < away ? 'away' : 'draw',
    predictedHomeScore: home,
    predictedAwayScore: away,
  })
  expect(status).toBe(201)
}

/** What the player has, told already: nothing of it pops up any more. */
const alreadyTold = async (player: TestClient) => {
  expect((await player.post('/api/user/achievements/check')).status).toBe(200)
}

/** After a check the list is read again, at a moment that a test which answers for the server cannot know: there is none. */
const withoutChecks = (page: Page) => page.route('**/api/user/achievements/check', () => {})

const popup = (page: Page): Locator => page.getByRole('status').filter({ hasText: /achievements? unlocked/i })
const oneLine = async (locator: Locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ')
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** A match of its own for a test that settles it: the earliest, so that the others stay open. */
const takeMatch = () => fixtures.shift()!

test('the page: header, summary with progress, and every category in its order with unlocked of total', async () => {
  const player = await newPlayer()
  await predict(player, fixtures[0]!, 2, 1)
  await alreadyTold(player)
  const all: UserAchievement[] = await player.get('/api/user/achievements')
  const page = await open('/achievements', player)
  await page.getByRole('heading', { level: 1, name: 'Achievements' }).waitFor()
  await page.getByText('Unlock badges by making predictions and improving your accuracy').waitFor()
  expect(await page.title()).toBe('Achievements · PLP')

  const summary = page.getByRole('region', { name: 'Summary' })
  const percent = Math.round(100 / all.length)
  await expect.poll(() => oneLine(summary)).toContain(`1 of ${all.length} unlocked ${percent}% complete`)
  const bar = summary.getByRole('progressbar', { name: 'Achievements unlocked' })
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe(String(percent))
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe(`1 of ${all.length}`)

  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual(['Closest', 'New', 'Predictions', 'Accuracy', 'Points', 'Streaks', 'Social'])
  for (const category of ['predictions', 'accuracy', 'points', 'streaks', 'social']) {
    const of = all.filter((each) => each.category === category)
    const group = page.getByRole('region', { name: new RegExp(`^${category}$`, 'i') })
    await group.getByText(`${of.filter(({ isUnlocked }) => isUnlocked).length}/${of.length}`).waitFor()
    await expect.poll(() => group.getByRole('listitem').count()).toBe(of.length)
  }

  // What is close and what is new come first, and the rest can be narrowed.
  const [close, fresh] = [page.getByRole('list', { name: 'Closest' }), page.getByRole('list', { name: 'New' })]
  await expect.poll(() => oneLine(fresh)).toBe('First Whistle Unlocked 21 Nov 2026')
  await expect.poll(() => oneLine(close.getByRole('listitem').first())).toMatch(/ \d+ of \d+$/)
  await page.getByLabel('State', { exact: true }).selectOption('Unlocked')
  await expect.poll(() => page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['First Whistle'])
  await expect.poll(() => new URL(page.url()).search).toBe('?state=unlocked')
  await page.getByRole('combobox', { name: 'Rarity' }).selectOption('Legendary')
  await page.getByText('No achievements found').waitFor()
  await page.getByRole('button', { name: 'Show all achievements' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 3 }).count()).toBe(all.length)
})

test('a link to each category with its count: it leads there, by keyboard too, and is marked while one reads there', async () => {
  const player = await newPlayer()
  await predict(player, fixtures[0]!, 2, 1)
  await alreadyTold(player)
  const page = await open('/achievements', player, { size: PHONE })
  const nav = page.getByRole('navigation', { name: 'Categories' })
  const all: UserAchievement[] = await player.get('/api/user/achievements')
  const predictions = all.filter(({ category }) => category === 'predictions').length
  await expect.poll(() => oneLine(nav.getByRole('link').first())).toBe(`Predictions 1/${predictions} unlocked`)
  await expect.poll(() => nav.getByRole('link').count()).toBe(5)
  const heading = page.getByRole('heading', { level: 2, name: 'Streaks' })
  await nav.getByRole('link', { name: /^Streaks/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(200)
  // Not below the bar, which is still there.
  const bar = (await nav.boundingBox())!
  expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  await expect.poll(() => oneLine(nav.locator('[aria-current=location]'))).toMatch(/^Streaks /)
  // A link to a category, opened: the cards come later than the page.
  await page.goto('/help')
  await page.goto('/achievements#category-social')
  const social = page.getByRole('heading', { level: 2, name: 'Social' })
  await expect.poll(async () => (await social.boundingBox())?.y).toBeLessThan(PHONE.height)
})

test('nothing of the page moves when the achievements come', async () => {
  const player = await newPlayer()
  await predict(player, fixtures[0]!, 2, 1)
  await alreadyTold(player)
  const page = await open('/achievements', player, { size: PHONE })
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/user/achievements', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const waiting = page.getByText('Loading achievements...')
  await waiting.waitFor()
  const before = (await waiting.boundingBox())!.y
  answer()
  const nav = page.getByRole('navigation', { name: 'Categories' })
  expect(Math.abs((await nav.boundingBox())!.y - before)).toBeLessThan(24)
})

test('a card: rarity in a word, points only above 0, the date it was unlocked or how far it is', async () => {
  const player = await newPlayer()
  await predict(player, fixtures[0]!, 2, 1)
  await alreadyTold(player)
  const page = await open('/achievements', player)
  await expect
    .poll(() => oneLine(card(page, 'First Whistle')))
    .toBe('First Whistle Submit your first prediction Common Unlocked 21 Nov 2026')
  await expect
    .poll(() => oneLine(card(page, 'Dedicated Predictor')))
    .toMatch(/^Dedicated Predictor .*Submit 50 predictions Rare Not yet unlocked 1 of 50$/)
  await expect.poll(() => oneLine(card(page, 'First Success'))).toMatch(/ Common Not yet unlocked$/)
  const all: UserAchievement[] = await player.get('/api/user/achievements')
  expect(new Set(all.map(({ points }) => points > 0)).size).toBe(2)
  for (const { name, points } of all)
    expect((await oneLine(card(page, name))).includes(' pts ') ? points > 0 : points === 0, name).toBe(true)
  const paying = all.find(({ points }) => points > 0)!
  await expect.poll(() => oneLine(card(page, paying.name))).toContain(`${paying.name} +${paying.points} pts `)
  // Two columns on a wide screen, one on a phone.
  const tops = async () => {
    const cards = page.getByRole('region', { name: 'Predictions' }).getByRole('listitem')
    const boxes = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    return boxes.map((box) => box!.y)
  }
  const [first, second] = await tops()
  expect(first).toBe(second)
  await page.setViewportSize(PHONE)
  const [above, below] = await tops()
  expect(below).toBeGreaterThan(above!)
})

test('the page keeps itself up to date: what is unlocked elsewhere turns without a reload', async () => {
  const player = await newPlayer()
  const page = await open('/achievements', player)
  await card(page, 'First Whistle').getByText('Not yet unlocked').waitFor()
  await predict(player, fixtures[0]!, 1, 0)
  await card(page, 'First Whistle').getByText('Unlocked 21 Nov 2026').waitFor()
  await card(page, 'Dedicated Predictor').getByText('1 of 50').waitFor()
  await page.getByRole('banner').getByRole('link', { name: '1 achievement', exact: true }).waitFor()
})

test('an empty list, and a missing result, are No Achievements Yet', async () => {
  const player = await newPlayer()
  const page = await open('/', player)
  await withoutChecks(page)
  for (const body of ['[]', 'null']) {
    await page.route('**/api/user/achievements', (route) =>
      route.fulfill({ body, headers: { 'content-type': 'application/json' } }),
    )
    await page.goto('/achievements')
    await page.getByText('No Achievements Yet').waitFor()
    await page.getByText('Start making predictions to unlock your first achievements!').waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await page.unroute('**/api/user/achievements')
  }
  await page.getByRole('link', { name: 'Make predictions' }).click()
  await page.getByRole('heading', { name: 'Upcoming Fixtures' }).waitFor()
})

test('while they load it says so; a list that cannot be read says so, and tries again', async () => {
  const player = await newPlayer()
  const page = await open('/', player, { expected: /status of 503/ })
  await withoutChecks(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/user/achievements', async (route) => {
    await held
    await route.fulfill({ status: 503, json: { detail: 'The store is away' } })
  })
  await page.goto('/achievements')
  await page.getByText('Loading achievements...').waitFor()
  answer()
  const failed = page.getByRole('alert')
  await failed.getByText('Failed to load achievements').waitFor()
  await failed.getByText('The store is away').waitFor()
  await page.unroute('**/api/user/achievements')

  // A first start over a long history.
  await page.route('**/api/user/achievements', (route) =>
    route.fulfill({ status: 503, json: { detail: BEING_COUNTED } }),
  )
  await failed.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(BEING_COUNTED).waitFor()
  await failed.waitFor({ state: 'detached' })
  await page.unroute('**/api/user/achievements')
  await page.getByRole('button', { name: 'Try again' }).click()
  await card(page, 'First Whistle').waitFor()
})

test('after a prediction is created the new achievement pops up, once, and takes no focus', async () => {
  const player = await newPlayer()
  const home = await openDashboard(browser, app, player)
  try {
    const { page } = home
    const match = nameOf(fixtures[0]!)
    await home.box(match, fixtures[0]!.homeTeam.shortName).focus()
    await home.type('21')
    await home
      .row(match)
      .getByRole('button', { name: /^Submit/ })
      .click()
    await popup(page).waitFor()
    expect(await oneLine(popup(page))).toBe('Achievement unlocked First Whistle Submit your first prediction Common')
    expect(await holdsFocus(page)).toBe(false)
    await page.getByRole('banner').getByRole('link', { name: '1 achievement', exact: true }).waitFor()
    // Neither a pick nor a badge without points moves a board: the reader's row with its count comes all the same.
    await page.getByRole('listitem').filter({ hasText: 'You' }).getByText(', 1 achievement').waitFor()
    const checked = page.waitForResponse('**/api/user/achievements/check')
    await page.reload()
    await checked
    await page.waitForTimeout(300)
    expect(await popup(page).count()).toBe(0)
  } finally {
    await home.close()
  }
})

/** The moment, in ms, at which the page shows a pop-up; seen from inside it, so that no poll of ours counts. */
const whenPoppedUp = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!/achievements? unlocked/i.test(document.body.innerText)) return
          observer.disconnect()
          resolve(Date.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true })
        look()
      }),
  )

test('a result entered by an administrator pops up within a second on the open page, several as one that counts them', async () => {
  const player = await newPlayer()
  const match = takeMatch()
  await predict(player, match, 2, 1)
  await alreadyTold(player)
  app.clock.set(new Date(Date.parse(match.kickoffTime!) + 6_600_000).toISOString())
  const home = await openDashboard(browser, app, player)
  try {
    const { page } = home
    await home.row(nameOf(match)).waitFor()
    await home.connected()
    // Other work on the machine may hold one up: the quickest of three, each unlocked anew after a correction took it away.
    let quickest = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round += 1) {
      const seen = whenPoppedUp(page)
      await enterResult(admin, match, 2, 1)
      const answered = Date.now()
      quickest = Math.min(quickest, (await seen) - answered)
      // Pointed at, it stays until it has been looked at.
      await popup(page).hover()
      await expect
        .poll(() => oneLine(popup(page)))
        .toMatch(/^2 achievements unlocked First Success .* and 1 more Show all$/)
      const dismiss = popup(page).getByRole('button', { name: 'Dismiss' })
      const [box, corner] = [(await popup(page).boundingBox())!, (await dismiss.boundingBox())!]
      expect([corner.y - box.y, box.x + box.width - corner.x - corner.width].every((gap) => gap < 30)).toBe(true)
      await dismiss.click()
      await popup(page).waitFor({ state: 'detached' })
      if (round < 2) {
        await enterResult(admin, match, 0, 1)
        await expect.poll(async () => (await player.get('/api/user')).achievementCount).toBe(1)
      }
    }
    expect(quickest).toBeLessThan(promised(1_000))
  } finally {
    await home.close()
  }
})

/** A page with three pop-ups, of achievements that the server has just told; its time stands still from before they came. */
async function poppingUp(path: string, options?: VisitorOptions): Promise<Page> {
  const player = await newPlayer()
  const page = await open(path, player, options)
  await visitor!.connected()
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await predict(player, fixtures[0]!, 1, 0)
  // A league of one's own, in two ways.
  expect((await player.post('/api/leagues', { name: `League of ${players}` })).status).toBe(201)
  await popup(page).getByText('and 2 more').waitFor()
  return page
}

const nameOn = (page: Page) => popup(page).locator('strong').innerText()

const holdsFocus = (page: Page) => popup(page).evaluate((region) => region.contains(document.activeElement))

/** The pop-up is the last stop of the page: from the first one backwards. */
async function tabInto(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'PLP, home' }).focus()
  for (let stops = 0; stops < 6 && !(await holdsFocus(page)); stops += 1) await page.keyboard.press('Shift+Tab')
  expect(await holdsFocus(page)).toBe(true)
}

test('a pop-up hides by itself after 5 seconds, with all that it counts, and stands over no dialog', async () => {
  const page = await poppingUp('/achievements')
  const leaving = page.locator('[data-leaving]')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  expect(await popup(page).count()).toBe(0)
  await page.clock.runFor(20_000)
  await page.keyboard.press('Escape')
  await popup(page).getByText('3 achievements unlocked').waitFor()
  await page.clock.runFor(4_900)
  expect(await leaving.count()).toBe(0)
  await page.clock.runFor(100)
  await leaving.waitFor({ state: 'attached' })
  await page.clock.runFor(300)
  await popup(page).waitFor({ state: 'detached' })
})

test('reached by keyboard its time stands still; Escape closes it and the focus goes back', async () => {
  const page = await poppingUp('/achievements')
  const name = await nameOn(page)
  await tabInto(page)
  await page.clock.runFor(20_000)
  expect(await nameOn(page)).toBe(name)
  await page.keyboard.press('Escape')
  await page.locator('[data-leaving]').waitFor({ state: 'attached' })
  await page.clock.runFor(300)
  await popup(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('Show all leads to the page and closes the pop-up', async () => {
  const page = await poppingUp('/leagues')
  await popup(page).getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('heading', { level: 1, name: 'Achievements' }).waitFor()
  await page.clock.runFor(300)
  await popup(page).waitFor({ state: 'detached' })
})

test('it is announced by a live region that stood there before, nothing moves with reduced motion, and a pointer holds it for 10 seconds at most', async () => {
  const page = await poppingUp('/achievements')
  const region = popup(page)
  expect(await region.getAttribute('aria-live')).toBe('polite')
  const moving = () =>
    region.evaluate(
      (element) =>
        [...element.querySelectorAll('*')]
          .map((each) => getComputedStyle(each))
          .filter(({ animationName, transitionDuration }) => animationName !== 'none' || transitionDuration !== '0s')
          .length,
    )
  expect(await moving()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving()).toBeGreaterThan(0)
  await region.getByText('achievements unlocked').hover()
  await page.clock.runFor(9_900)
  expect(await page.locator('[data-leaving]').count()).toBe(0)
  await page.clock.runFor(100)
  await page.locator('[data-leaving]').waitFor({ state: 'attached' })
  await page.clock.resume()
  await page.reload()
  await page.getByRole('banner').waitFor()
  expect(await page.locator('[role=status][aria-live=polite]:empty').count()).toBeGreaterThan(0)
})

test('on a phone it covers neither the save bar nor the bottom bar, nor does the toast below it', async () => {
  const player = await newPlayer()
  const home = await openDashboard(browser, app, player, { width: 390, height: 844 })
  try {
    const { page } = home
    const [one, other] = [fixtures[0]!, fixtures[1]!]
    await home.box(nameOf(one), one.homeTeam.shortName).focus()
    await home.type('21')
    await home.box(nameOf(other), other.homeTeam.shortName).focus()
    await home.type('1')
    await home
      .row(nameOf(one))
      .getByRole('button', { name: /^Submit/ })
      .click()
    await popup(page).waitFor()
    const top = await popup(page).boundingBox()
    const bar = await page.getByRole('region', { name: 'Unsaved picks' }).boundingBox()
    expect(top!.y + top!.height).toBeLessThan(bar!.y)
    expect(top!.y).toBeGreaterThanOrEqual(52)
    // The toast of the same moment lies between the two.
    const toast = await page.getByText('Prediction submitted!').locator('..').boundingBox()
    expect(toast!.y).toBeGreaterThan(top!.y + top!.height)
    expect(toast!.y + toast!.height).toBeLessThan(bar!.y)
  } finally {
    await home.close()
  }
})

test('a page that nobody can see does not check; it does once it is looked at again', async () => {
  const player = await newPlayer()
  const home = await openDashboard(browser, app, player)
  try {
    const { page } = home
    await home.connected()
    const look = (state: 'hidden' | 'visible') =>
      page.evaluate((now) => {
        for (const [name, value] of Object.entries({ visibilityState: now, hidden: now === 'hidden' }))
          Object.defineProperty(document, name, { configurable: true, get: () => value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await expect.poll(() => home.requests('/api/user/achievements/check')).toBeGreaterThan(0)
    await look('hidden')
    // What it asked while it was seen is under way.
    await page.waitForTimeout(300)
    const before = home.requests('/api/user/achievements/check')
    await predict(player, fixtures[0]!, 1, 0)
    await expect.poll(async () => (await player.get('/api/user')).achievementCount).toBe(1)
    await page.waitForTimeout(500)
    expect(home.requests('/api/user/achievements/check')).toBe(before)
    await look('visible')
    await popup(page).getByText('First Whistle').waitFor()
    await page.getByRole('banner').getByRole('link', { name: '1 achievement', exact: true }).waitFor()
    expect(home.requests('/api/user/achievements/check')).toBe(before + 1)
  } finally {
    await home.close()
  }
})

test('a failed check is only logged; the same unlocking told twice is shown once', async () => {
  const player = await newPlayer()
  const page = await open('/competitions', player, { expected: /status of 500/ })
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') logged.push(message.text())
  })
  const check = '**/api/user/achievements/check'
  await page.route(check, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect.poll(() => logged.join()).toContain('Failed to check achievements')
  expect(await popup(page).count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute(check)
  const told = { unlockId: 'u1', achievementId: 'first-success', unlockedAt: '2026-11-21T12:00:00.000Z' }
  await page.route(check, (route) => route.fulfill({ json: { achievements: [told, told] } }))
  await page.reload()
  await popup(page).getByText('First Success').waitFor()
  expect(await oneLine(popup(page))).not.toContain('more')
  const checked = page.waitForResponse(check)
  await page.reload()
  await checked
  await page.waitForTimeout(300)
  expect(await popup(page).count()).toBe(0)
})

test('the profile head tells how many there are and leads to them; the leaderboard tells how many others have', async () => {
  const player = await newPlayer()
  const other = await newPlayer()
  const match = takeMatch()
  await predict(player, match, 3, 0)
  await predict(other, match, 0, 3)
  await alreadyTold(player)
  app.clock.set(new Date(Date.parse(match.kickoffTime!) + 6_600_000).toISOString())
  await enterResult(admin, match, 3, 0)
  await alreadyTold(player)
  await app.settled()
  const { achievementCount } = await player.get('/api/user')
  expect(achievementCount).toBeGreaterThan(1)
  const page = await open('/', player)
  const row = page
    .getByRole('region', { name: 'Leaderboard' })
    .getByRole('listitem')
    .filter({ has: page.getByText('You', { exact: true }) })
  const badges = row.getByText(`, ${achievementCount} achievements`)
  await badges.waitFor({ state: 'attached' })
  await badges.locator('..').hover()
  await page.getByRole('tooltip', { name: `${achievementCount} achievements` }).waitFor()
  await page
    .getByRole('banner')
    .getByRole('link', { name: `${achievementCount} achievements` })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Achievements' }).waitFor()
})

test('page and pop-up pass axe in both themes and fit every width', async () => {
  const page = await poppingUp('/achievements')
  await tabInto(page)
  // Held by the focus while axe looks, which needs its time.
  await page.clock.resume()
  await expectSound(page, 'achievements')
  expect(await popup(page).count()).toBe(1)
})
