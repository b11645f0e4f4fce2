import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { RetroactiveReport, RetroactiveStatus } from '../../src/areas/achievements/contract.ts'
import { counted } from '../../ui/src/lib/numbers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { openUnlocking } from './admin-achievements-page.ts'
import { refusing } from './answers.ts'
import { currentFixtures, enterResult, predict } from './matches.ts'
import { shellOf } from './shell-page.ts'
import { expectSound } from './soundness.ts'
import { setStage } from './stage.ts'
import { expectFocus, oneLine } from './visitor.ts'

/** The game before most of its achievements were added. */
let former: TestApp
let nia: TestClient

beforeAll(async () => {
  const few = catalogue.filter(({ id }) => id === 'first-whistle')
  former = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true, catalogue: few })
  const players = await Promise.all(['nia.okafor', 'ben', 'zoe'].map((name) => former.player(name)))
  const [match] = await currentFixtures(players[0]!)
  await predict(players[0]!, match!, 2, 1)
  await predict(players[1]!, match!, 1, 0)
  await predict(players[2]!, match!, 0, 3)
  former.clock.set(new Date(Date.parse(match!.kickoffTime!) + 6_600_000).toISOString())
  await enterResult(await former.admin(), match!, 2, 1)
  await former.settled()
  await former.stop()
})
afterAll(() => former?.close())
const stage = setStage(() => ({ beside: former }))
beforeAll(async () => {
  nia = stage.app.client()
  expect((await nia.post('/api/login', { username: 'nia.okafor', password: 'password-1' })).status).toBe(200)
  // Waits until its events are folded again for the new rules.
  await vi.waitUntil(async () => (await status()).waiting.users === 2, { timeout: 20_000, interval: 100 })
})

const RUN = '**/api/admin/achievements/retroactive'
const status = (): Promise<RetroactiveStatus> => stage.admin.get('/api/admin/achievements/retroactive')

async function dryRun(): Promise<RetroactiveReport> {
  const { body } = await stage.admin.post('/api/admin/achievements/retroactive', { dryRun: true })
  return body
}

test('the admin area leads here', async () => {
  const admin = shellOf(await stage.visit('/admin'))
  await admin.followListed('Unlock Achievements')
  await admin.isAt('Achievements')
})

test('the first press shows the unlocks, by achievement and by player, and changes nothing', async () => {
  const expected = await dryRun()
  expect(expected).toMatchObject({ usersAffected: 2, results: [{ username: 'nia.okafor' }, { username: 'ben' }] })
  const before = (await nia.get('/api/user')).achievementCount
  const unlocking = await openUnlocking(stage)
  const total = counted(expected.totalUnlocked, 'achievement')
  await unlocking.says(`${total} ready for 2 players.`)
  await unlocking.preview()
  const heading = unlocking.previewed(`${total} for 2 players`)
  await heading.waitFor()
  await expectFocus(heading)

  for (const [index, { username, unlockedCount, achievements }] of expected.results.entries()) {
    const row = await oneLine(unlocking.byPlayer.nth(index))
    expect(row).toContain(`${username} ${counted(unlockedCount, 'achievement')}`)
    for (const { name } of achievements) expect(row).toContain(name)
  }
  const { byAchievement } = unlocking
  await expect.poll(() => byAchievement.filter({ hasText: 'First Success' }).innerText()).toMatch(/2 players/)
  await expect.poll(() => byAchievement.filter({ hasText: 'Score Predictor' }).innerText()).toMatch(/1 player$/)

  await unlocking.cancel()
  await heading.waitFor({ state: 'detached' })
  await expectFocus(unlocking.opener)
  expect((await nia.get('/api/user')).achievementCount).toBe(before)
  expect(await dryRun()).toEqual(expected)
})

test('the page and its preview pass axe in both themes and fit every width', async () => {
  const unlocking = await openUnlocking(stage)
  await unlocking.preview()
  await unlocking.confirmation(/^Unlock \d+ for 2 players$/).waitFor()
  await expectSound(unlocking, 'unlocking')
})

test('a failure is Achievement unlock failed, with the words of the server', async () => {
  const unlocking = await openUnlocking(stage, { expected: /status of 503/ })
  await refusing(RUN, { detail: 'The store is away', only: 'writes' }).on(unlocking.page)
  await unlocking.preview()
  await unlocking.toast('Achievement unlock failed')
  await unlocking.toast('The store is away')
})

test('one achievement alone: shown with its numbers, and it pops up on the player’s open page', async () => {
  // Achievements that she earned before are marked as shown.
  await nia.post('/api/user/achievements/check')
  const hers = await stage.visit('/leagues', { as: nia })
  await hers.connected()
  const unlocking = await openUnlocking(stage)
  await unlocking.only('Score Predictor')
  await unlocking.preview()
  await unlocking.confirm('1 for 1 player')
  await unlocking.toast('Retroactive achievements completed')
  await unlocking.toast('1 achievement unlocked for 1 player')
  await unlocking.says(/Latest run: .*, Score Predictor\. 1 achievement unlocked for 1 player\./)
  await hers.page.getByRole('status').getByText('Score Predictor').waitFor()
  // Dated by the match that earned it, not by the run.
  const mine = await nia.get('/api/user/achievements')
  const { unlockedAt } = mine.find(({ id }: { id: string }) => id === 'score-predictor')
  expect(Date.parse(unlockedAt)).toBeLessThan(Date.parse((await status()).run!.orderedAt))
})

test('the run unlocks the preview, reports its end, and a second one unlocks nothing', async () => {
  const { totalUnlocked } = await dryRun()
  const unlocking = await openUnlocking(stage)
  await unlocking.preview()
  await unlocking.confirm(`${totalUnlocked} for 2 players`)
  await unlocking.toast('Retroactive achievements completed')
  await unlocking.toast(`${counted(totalUnlocked, 'achievement')} unlocked for 2 players`)
  await unlocking.says(/Latest run: .*, all achievements\./)
  await unlocking.says('Nothing to unlock.', 'exactly')
  expect(
    (await nia.get('/api/user/achievements')).find(({ id }: { id: string }) => id === 'first-success'),
  ).toMatchObject({ isUnlocked: true })
  await unlocking.preview()
  await unlocking.says('Everyone has what they’ve earned.')
  expect(await unlocking.confirmation(/^Unlock \d/).count()).toBe(0)
})

test('an active run is shown with its progress, also after a reload, and its end is reported', async () => {
  const run = { orderedAt: '2026-11-23T22:00:00.000Z', only: null, total: 4_800, done: 1_200, users: 900 }
  let answer: RetroactiveStatus = {
    folding: null,
    waiting: { achievements: 0, users: 0 },
    run: { ...run, state: 'running' },
  }
  let [isAway, failures] = [false, 0]
  const unlocking = await openUnlocking(stage, { expected: /status of 503/ })
  await unlocking.page.route(RUN, async (route) => {
    if (!isAway) return route.fulfill({ json: answer })
    await route.fulfill({ status: 503, json: { detail: 'The store is away' } })
    failures += 1
  })
  await unlocking.reload()
  const bar = unlocking.progress
  await bar.waitFor()
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('25')
  await unlocking.says('Unlocking: 1,200 of 4,800 achievements')
  await expect.poll(() => unlocking.opener.isDisabled()).toBe(true)
  // A server that is unavailable for a while, as during a restart, does not end the run.
  isAway = true
  await expect.poll(() => failures).toBeGreaterThan(1)
  isAway = false
  answer = { ...answer, run: { ...run, done: 2_400, state: 'running' } }
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('50')
  // Another administrator orders one too, which unlocks nothing. The page reports the end of the first one.
  const other = { orderedAt: '2026-11-23T22:00:09.000Z', only: null, total: 0, done: 0, users: 0 }
  answer = { ...answer, run: { ...other, state: 'completed' } }
  await unlocking.toast('4,800 achievements unlocked for 900 players')
  await bar.waitFor({ state: 'detached' })

  answer = { ...answer, folding: { done: 30, total: 120 } }
  await unlocking.reload()
  await unlocking.says('Reading the history: 30 of 120 events')
})
