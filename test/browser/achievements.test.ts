import { beforeAll, expect, test } from 'vitest'
import type { UserAchievement } from '../../src/areas/achievements/contract.ts'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { promised } from '../support/promised.ts'
import { popupOf } from './achievement-popup-page.ts'
import { openAchievements } from './achievements-page.ts'
import { holding } from './answers.ts'
import { openDashboard } from './dashboard-page.ts'
import { currentFixtures, enterResult, nameOf, predict } from './matches.ts'
import { openNowhere, shellOf } from './shell-page.ts'
import { DESK, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'

const LIST = '**/api/user/achievements'
const CHECK = '**/api/user/achievements/check'

const stage = setStage()
const { newPlayer } = stage
let fixtures: Fixture[]

beforeAll(async () => {
  fixtures = await currentFixtures(stage.admin)
})

/** Marks the player's achievements as shown, so that none of them pops up any more. */
const alreadyTold = async (player: TestClient) => {
  expect((await player.post('/api/user/achievements/check')).status).toBe(200)
}

/** A player with one prediction and its achievement, which has been shown already. */
async function beginner(): Promise<TestClient> {
  const player = await newPlayer()
  await predict(player, fixtures[0]!, 2, 1)
  await alreadyTold(player)
  return player
}

/** A match for a test that settles it: the earliest, so that the others stay open. */
const takeMatch = () => fixtures.shift()!

test('the page does not shift when the achievements load; its cards have two columns on a wide screen, one on a phone; a link to each category with its count scrolls there, by keyboard too, and is marked while that category is read', async () => {
  const player = await beginner()
  const list = holding(LIST)
  const screen = await openAchievements(stage, { as: player, size: PHONE, prepare: list.on })
  await screen.waiting.waitFor()
  const before = (await screen.waiting.boundingBox())!.y
  list.over()
  expect(Math.abs((await screen.categories.boundingBox())!.y - before)).toBeLessThan(24)
  const tops = async () => {
    const cards = screen.category('Predictions').getByRole('listitem')
    const boxes = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    return boxes.map((box) => box!.y)
  }
  const [above, below] = await tops()
  expect(below).toBeGreaterThan(above!)
  await screen.page.setViewportSize(DESK)
  await expect
    .poll(async () => {
      const [left, right] = await tops()
      return right! - left!
    })
    .toBe(0)
  await screen.page.setViewportSize(PHONE)

  const all: UserAchievement[] = await player.get('/api/user/achievements')
  const predictions = all.filter(({ category }) => category === 'predictions').length
  await expect.poll(() => oneLine(screen.links.first())).toBe(`Predictions 1/${predictions} unlocked`)
  await expect.poll(() => screen.links.count()).toBe(5)
  const heading = screen.heading('Streaks')
  await screen.link(/^Streaks/).focus()
  await screen.key('Enter')
  await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(200)
  // Below the bar, which is still visible.
  const bar = (await screen.categories.boundingBox())!
  expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  await expect.poll(() => oneLine(screen.here)).toMatch(/^Streaks /)
  // Opens a link to a category, not a place of the open page: the cards load later than the page.
  await screen.goTo('about:blank')
  await screen.goTo('/achievements#category-social')
  await expect.poll(async () => (await screen.heading('Social').boundingBox())?.y).toBeLessThan(PHONE.height)
})

test('the page stays up to date: an achievement unlocked elsewhere appears without a reload', async () => {
  const player = await newPlayer()
  const screen = await openAchievements(stage, { as: player })
  await screen.card('First Whistle').getByText('Not yet unlocked').waitFor()
  await predict(player, fixtures[0]!, 1, 0)
  await screen.card('First Whistle').getByText('Unlocked 21 Nov 2026').waitFor()
  await screen.card('Dedicated Predictor').getByText('1 of 50').waitFor()
  await popupOf(screen).countedInHeader('1 achievement')
})

/** Stops the clock of an open page: pop-ups and toasts stay, which are otherwise shown for five seconds. */
async function stopClock({ page, connected }: Pick<Visitor, 'page' | 'connected'>) {
  await connected()
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  return page.clock
}

test('after a prediction is created the new achievement pops up, once, and takes no focus', async () => {
  const home = await openDashboard(stage, { as: await newPlayer() })
  const popup = popupOf(home)
  await home.score(fixtures[0]!, '21')
  const clock = await stopClock(popup)
  await home.submit(nameOf(fixtures[0]!))
  await popup.isShown()
  expect(await popup.reads()).toBe('Achievement unlocked First Whistle Submit your first prediction Common')
  expect(await popup.holdsFocus()).toBe(false)
  await clock.resume()
  await popup.countedInHeader('1 achievement')
  // Neither a pick nor a badge without points moves a board, but the reader's row is updated with its count.
  await home.page.getByRole('listitem').filter({ hasText: 'You' }).getByText(', 1 achievement').waitFor()
  const checked = home.page.waitForResponse(CHECK)
  await home.reload()
  // The server returns each unlock once, so that the page has none to show.
  expect(await (await checked).json()).toEqual({ achievements: [] })
  expect(await popup.count()).toBe(0)
})

test('a result entered by an administrator pops up within a second on the open page, several as one pop-up with a count', async () => {
  const player = await newPlayer()
  const match = takeMatch()
  await predict(player, match, 2, 1)
  await alreadyTold(player)
  stage.app.clock.set(new Date(Date.parse(match.kickoffTime!) + 6_600_000).toISOString())
  const home = await openDashboard(stage, { as: player })
  const popup = popupOf(home)
  await home.row(nameOf(match)).waitFor()
  await home.connected()
  // Other load may delay one: takes the quickest of three, each unlocked again after a correction revoked it.
  let quickest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round += 1) {
    const seen = popup.whenShown()
    await enterResult(stage.admin, match, 2, 1)
    const answered = Date.now()
    quickest = Math.min(quickest, (await seen) - answered)
    // While hovered, it stays until the pointer leaves.
    await popup.region.hover()
    await expect.poll(popup.reads).toMatch(/^2 achievements unlocked First Success .* and 1 more Show all$/)
    const [box, corner] = [(await popup.region.boundingBox())!, (await popup.dismissal.boundingBox())!]
    expect([corner.y - box.y, box.x + box.width - corner.x - corner.width].every((gap) => gap < 30)).toBe(true)
    await popup.dismissal.click()
    await popup.isGone()
    if (round < 2) {
      await enterResult(stage.admin, match, 0, 1)
      await expect.poll(async () => (await player.get('/api/user')).achievementCount).toBe(1)
    }
  }
  expect(quickest).toBeLessThan(promised(1_000))
})

/**
 * A page with three pop-ups of achievements that the server has just returned; its clock is stopped before they appear.
 */
async function poppingUp() {
  const player = await newPlayer()
  const popup = popupOf(await openNowhere(stage, { as: player }))
  const clock = await stopClock(popup)
  await predict(player, fixtures[0]!, 1, 0)
  // Two ways to get a league of one's own.
  expect((await player.post('/api/leagues', { name: `League of ${player.name}` })).status).toBe(201)
  await popup.tells('and 2 more')
  return { popup, clock }
}

test('with keyboard focus its time is paused; it is sound; Escape closes it and the focus returns', async () => {
  const { popup, clock } = await poppingUp()
  const name = await popup.achievement()
  await popup.tabInto()
  await clock.runFor(20_000)
  expect(await popup.achievement()).toBe(name)
  // Held open by the focus while axe runs, which takes time.
  await clock.resume()
  await expectSound(popup, 'a pop-up', { within: '[role=status]' })
  expect(await popup.count()).toBe(1)
  await popup.key('Escape')
  await popup.isGone()
  expect(await popup.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('it is announced by an existing live region, nothing moves with reduced motion, and a pointer holds it for 10 seconds at most', async () => {
  const { popup, clock } = await poppingUp()
  expect(await popup.region.getAttribute('aria-live')).toBe('polite')
  expect(await popup.moving()).toBe(0)
  await popup.page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await popup.moving()).toBeGreaterThan(0)
  await popup.region.getByText('achievements unlocked').hover()
  await clock.runFor(9_900)
  expect(await popup.leaving.count()).toBe(0)
  await clock.runFor(100)
  await popup.isLeaving()
  await clock.resume()
  await popup.reload()
  await popup.page.getByRole('banner').waitFor()
  expect(await popup.page.locator('[role=status][aria-live=polite]:empty').count()).toBeGreaterThan(0)
})

test('on a phone it covers neither the save bar nor the bottom bar, nor does the toast below it', async () => {
  const home = await openDashboard(stage, { as: await newPlayer(), size: PHONE })
  const popup = popupOf(home)
  const [one, other] = [fixtures[0]!, fixtures[1]!]
  await home.score(one, '21')
  await home.score(other, '1')
  await stopClock(popup)
  await home.submit(nameOf(one))
  await popup.isShown()
  const top = await popup.region.boundingBox()
  const bar = await home.unsaved.boundingBox()
  expect(top!.y + top!.height).toBeLessThan(bar!.y)
  expect(top!.y).toBeGreaterThanOrEqual(52)
  // The toast of the same time is between the two.
  const toast = await home.page.getByText('Prediction submitted!').locator('..').boundingBox()
  expect(toast!.y).toBeGreaterThan(top!.y + top!.height)
  expect(toast!.y + toast!.height).toBeLessThan(bar!.y)
})

test('the profile head shows their number and links to them; the leaderboard shows the number of others', async () => {
  const player = await newPlayer()
  const other = await newPlayer()
  const match = takeMatch()
  await predict(player, match, 3, 0)
  await predict(other, match, 0, 3)
  await alreadyTold(player)
  stage.app.clock.set(new Date(Date.parse(match.kickoffTime!) + 6_600_000).toISOString())
  await enterResult(stage.admin, match, 3, 0)
  await alreadyTold(player)
  await stage.app.settled()
  const { achievementCount } = await player.get('/api/user')
  expect(achievementCount).toBeGreaterThan(1)
  const home = await openDashboard(stage, { as: player })
  const badges = home.board.ownEntry.getByText(`, ${achievementCount} achievements`)
  await badges.waitFor({ state: 'attached' })
  const badge = badges.locator('..')
  const tooltip = home.page.getByRole('tooltip', { name: `${achievementCount} achievements` })
  // The board is redrawn after a result, and a resting mouse triggers no enter event.
  await expect
    .poll(async () => {
      await home.page.mouse.move(0, 0)
      await badge.hover()
      return tooltip.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  await shellOf(home)
    .header.getByRole('link', { name: `${achievementCount} achievements` })
    .click()
  // The picture leads to the profile, and that to the achievements.
  await home.page.getByRole('link', { name: 'All achievements' }).click()
  await home.isAt('Achievements')
})
