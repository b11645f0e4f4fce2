import { expect, test } from 'vitest'
import type { AdminFixture } from '../../src/areas/fixtures/contract.ts'
import { forgetSource, recordRefresh } from '../../src/areas/fixtures/source-state.ts'
import { TYPES } from '../../src/identifiers.ts'
import { openFixtures, score } from './admin-fixtures-page.ts'
import { nameOf } from './matches.ts'
import { expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

const adminFixture = async (id: number): Promise<AdminFixture> => {
  const current: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const all: AdminFixture[] = await stage.admin.get(`/api/admin/fixtures?gameweek=${current[0]!.gameweek}`)
  return all.find((fixture) => fixture.id === id)!
}

test('a result is entered, corrected and lifted, each with a reason that stays in the history', async () => {
  const screen = await openFixtures(stage)
  const [fixture]: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const match = screen.match(nameOf(fixture!))
  await match.rule('Enter result', score('2', '1'))
  await screen.toast('Result entered')
  await match.says('2–1')
  await match.says('By hand')
  expect(await adminFixture(fixture!.id)).toMatchObject({
    homeScore: 2,
    awayScore: 1,
    status: 'FINISHED',
    resultByHand: true,
  })

  await match.rule('Correct result', score('3', '1'))
  await screen.toast('Result corrected')
  await match.says('3–1')

  await match.more()
  await match.says('Because: Enter result · by admin')
  await match.says('Because: Correct result · by admin')
  await match.rule('Lift ruling')
  await screen.toast('Ruling lifted')
  await match.opener('Enter result').waitFor()
  expect(await adminFixture(fixture!.id)).toMatchObject({ homeScore: null, awayScore: null, resultByHand: false })
})

test('page and dialog pass axe in both themes and fit every width', async () => {
  const screen = await openFixtures(stage, { size: PHONE })
  await screen.firstMatch().more()
  await expectSound(screen, 'a match with its history')
  await screen.beginAnyResult()
  await expectAccessible(screen, 'ruling', { within: '[role=dialog]' })
})

test('a refused refresh of the source is shown: the reason, its start, and the data that stays (T53)', async () => {
  const problem = 'The source has 3 results that would change more than 5 goals at once'
  const { db } = stage.app.container.get(TYPES.Database)
  const source = 'football-data'
  await recordRefresh(db, { source, at: '2026-11-20T18:00:00.000Z', problem: null })
  await recordRefresh(db, { source, at: '2026-11-21T08:00:00.000Z', problem })
  try {
    const screen = await openFixtures(stage)
    await screen.alarm(problem)
    const panel = screen.region('Refreshes are refused')
    await panel.getByText('Since Sat, 21 Nov 2026, 08:00').waitFor()
    await panel.getByText(/loaded from football-data\.org on Fri, 20 Nov 2026, 18:00 .* stays as it is/).waitFor()
    await expectAccessible(screen, 'a refused refresh')
  } finally {
    await forgetSource(db)
  }
})
