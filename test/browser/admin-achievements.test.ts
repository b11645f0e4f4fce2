import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { RetroactiveReport, RetroactiveStatus } from '../../src/areas/achievements/contract.ts'
import { counted } from '../../ui/src/lib/numbers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { until } from '../support/projections.ts'
import { openUnlocking, unlockingOf } from './admin-achievements-page.ts'
import { currentFixtures, enterResult, predict } from './matches.ts'
import { shellOf } from './shell-page.ts'
import { expectSound } from './soundness.ts'
import { setStage } from './stage.ts'

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
  await until('they are folded', async () => (await status()).waiting.users === 2)
})

const status = (): Promise<RetroactiveStatus> => stage.admin.get('/api/admin/achievements/retroactive')

async function dryRun(): Promise<RetroactiveReport> {
  const { body } = await stage.admin.post('/api/admin/achievements/retroactive', { dryRun: true })
  return body
}

test('the preview passes axe in both themes and fits every width; one achievement alone: shown with its numbers, and it pops up on the player’s open page', async () => {
  // Achievements that she earned before are marked as shown.
  await nia.post('/api/user/achievements/check')
  const hers = await stage.visit('/leagues', { as: nia })
  await hers.connected()
  const unlocking = await openUnlocking(stage)
  await unlocking.preview()
  await unlocking.confirmation(/^Unlock \d+ for 2 players$/).waitFor()
  await expectSound(unlocking, 'unlocking')
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

test('the admin area leads here; the run unlocks the preview, reports its end, and a second one unlocks nothing', async () => {
  const { totalUnlocked } = await dryRun()
  const admin = shellOf(await stage.visit('/admin'))
  await admin.followListed('Unlock Achievements')
  await admin.isAt('Achievements')
  const unlocking = unlockingOf(admin)
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
