import { expect, test } from 'vitest'
import type { TestProgress } from '../../src/areas/testing/contract.ts'
import { answering, together } from './answers.ts'
import { expectAccessible, expectSound } from './soundness.ts'
import { setStage } from './stage.ts'
import { openTesting, runOf } from './testing-page.ts'

const stage = setStage()
const PROGRESS = '**/api/test/progress'

const standing = { users: 50, predictions: 1482, results: 16, gameweeks: [13] }
const steps = [
  { name: '50 test users', state: 'done', done: 50, total: 50 },
  { name: 'Gameweek 14: results', state: 'running', done: 6, total: 10 },
  { name: 'Gameweek 14: settling', state: 'waiting', done: 0, total: null },
] as const
const going = runOf({ id: 5, percent: 43, gameweeks: [13, 14, 15], steps: [...steps] })
const runs = [
  runOf({ id: 4, kind: 'simulate', state: 'done', gameweeks: [13], message: '10 results' }),
  runOf({ id: 3, kind: 'generate-predictions', state: 'failed', gameweeks: [12], error: 'The store is away' }),
  runOf({ id: 2, kind: 'cleanup', state: 'stopped', seed: null, message: '2 results taken back' }),
]
/** No test users and no simulated results. */
const nothing = together(answering('**/api/test/users?*', []).on, answering('**/api/test/fixtures?*', []).on)
/** Mocks the server's response for the progress. */
const told = (progress: Partial<TestProgress>) =>
  answering(PROGRESS, { running: null, runs, standing, ...progress } satisfies TestProgress)

test('R174: on opening, the page shows the active run, may stop it, and cannot start another', async () => {
  const now = told({ running: going })
  const testing = await openTesting(stage, {
    prepare: together(nothing, now.on, answering('**/api/test/stop', { message: 'It stops after this step' }).on),
  })
  await expect.poll(() => testing.tile('Their predictions')).toBe('1,482')
  expect(await testing.tile('Simulated gameweeks')).toBe('1 of 38')
  await testing.says('The fixtures source and rulings are paused while simulated results exist.')
  expect(await testing.running('Full simulation, gameweeks 13 to 15')).toEqual({
    percent: '43',
    steps: ['50 test users 50', 'Gameweek 14: results 6 of 10', 'Gameweek 14: settling waiting'],
  })
  expect(await testing.journal()).toEqual([
    expect.stringMatching(/^Complete Gameweek 13 10 results Terminal, .* · seed 7 Done$/),
    expect.stringMatching(/^Generate predictions, gameweek 12 The store is away Terminal, .* · seed 7 Failed$/),
    expect.stringMatching(/^Cleanup 2 results taken back Terminal, 21 Nov,? \d\d:\d\d Stopped$/),
  ])
  await expectSound(testing, 'a run')
  await testing.turnTo('Simulation')
  await testing.says(
    /^Full simulation, gameweeks 13 to 15 has been running from the terminal since .*\. Start the next run when it ends/,
  )
  expect(await testing.mayDo('Generate data')).toBe(false)
  await expectSound(testing, 'simulation during a run', { within: '[role=tabpanel]' })
  await testing.turnTo('Overview')
  const stopped = testing.page.waitForRequest('**/api/test/stop')
  await testing.press('Stop')
  await stopped
  now.over()
  const after = told({ runs: [{ ...going, state: 'stopped', message: '16 results' }] })
  await after.on(testing.page)
  await expect.poll(async () => (await testing.journal())[0]).toMatch(/^Full simulation, gameweeks 13 to 15 16 results/)
})

test('R174: test users are created, predict and see a gameweek completed; a purge and a cleanup remove it', async () => {
  const testing = await openTesting(stage)
  await testing.says('No test data')
  await testing.press('Create Test Users')
  await testing.do('Create test users', { Users: '3', Seed: '7' }, 'Create Test Users')
  await testing.toast('Created 3 test users')
  await expect.poll(() => testing.users()).toEqual(['test_001', 'test_002', 'test_003'])
  await testing.turnTo('Simulation')
  await testing.says(/^10 matches: 0 with a result\. 0 predictions by test users\.$/)
  await testing.do('Predictions for a gameweek', { Users: '3' }, 'Generate Predictions')
  await testing.says(/^10 matches: 0 with a result\. 30 predictions by test users\.$/)
  await testing.do('Simulate one gameweek', { Seed: '7' }, 'Complete Gameweek')
  await testing.toast(/^Gameweek 14 is complete: 10 results$/)
  // Another gameweek is simulated now; the entered value stays.
  await testing.says(/^10 matches: 10 with a result, 10 of them simulated\./)
  expect(await testing.holds('Simulate one gameweek', 'Gameweek')).toBe('14')
  await testing.turnTo('Overview')
  await expect.poll(() => testing.tile('Simulated results')).toBe('10')
  expect((await testing.journal())[0]).toMatch(
    /^Complete Gameweek 14 Gameweek 14 is complete: 10 results You, .* · seed 7 Done$/,
  )
  await testing.turnTo('Users')
  await expectAccessible(testing, 'test users')

  await testing.turnTo('Cleanup')
  await testing.press('Clear')
  await testing.toast(/^Took back 10 results and 30 predictions$/)
  await testing.cleanUp()
  await testing.toast(/deleted 3 test users$/)
  await testing.turnTo('Users')
  await testing.says('No test users')
})
