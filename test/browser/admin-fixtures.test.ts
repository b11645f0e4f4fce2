import { expect, test } from 'vitest'
import type { AdminFixture } from '../../src/areas/fixtures/contract.ts'
import { forgetSource, recordRefresh } from '../../src/areas/fixtures/source-state.ts'
import { TYPES } from '../../src/identifiers.ts'
import { openFixtures, score } from './admin-fixtures-page.ts'
import { nameOf } from './matches.ts'
import { expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { expectFocus, type VisitorOptions } from './visitor.ts'

const stage = setStage()

const adminFixture = async (id: number): Promise<AdminFixture> => {
  const current: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const all: AdminFixture[] = await stage.admin.get(`/api/admin/fixtures?gameweek=${current[0]!.gameweek}`)
  return all.find((fixture) => fixture.id === id)!
}

/** The page, with the n-th match of the current gameweek. */
async function openAt(index: number, options?: VisitorOptions) {
  const screen = await openFixtures(stage, options)
  const current: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const fixture = [...current].sort((a, b) => a.id - b.id)[index]!
  return { screen, fixture, match: screen.match(nameOf(fixture)) }
}

test('a result is entered, corrected and lifted, each with a reason that stays in the history', async () => {
  const { screen, fixture, match } = await openAt(0)
  await match.rule('Enter result', score('2', '1'))
  await screen.toast('Result entered')
  await match.says('2–1')
  await match.says('By hand')
  expect(await adminFixture(fixture.id)).toMatchObject({
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
  expect(await adminFixture(fixture.id)).toMatchObject({ homeScore: null, awayScore: null, resultByHand: false })
})

test('no reason, no ruling; a score outside 0 to 99 is not sent either', async () => {
  const { screen, fixture, match } = await openAt(1)
  await match.begin('Enter result')
  await screen.send('Enter result')
  await screen.dialog.getByText('Give a reason').waitFor()
  await expect.poll(() => screen.dialog.getByText('Enter 0 to 99 goals').count()).toBe(2)
  await screen.closeDialog()
  await expectFocus(match.opener('Enter result'))
  expect((await adminFixture(fixture.id)).homeScore).toBeNull()
})

test('a match is postponed, then given a new kickoff', async () => {
  const { screen, fixture, match } = await openAt(2)
  await match.more()
  await match.rule('Postpone')
  await screen.toast('Match postponed')
  await match.says('Postponed', 'exactly')
  await match.says('No date yet')
  await match.rule('Reschedule', (dialog) => dialog.getByLabel('New kickoff').fill('2027-01-20T19:45'))
  await screen.toast('Match rescheduled')
  expect(await adminFixture(fixture.id)).toMatchObject({ status: 'SCHEDULED', kickoffTime: '2027-01-20T19:45:00.000Z' })
})

test('a match is awarded', async () => {
  const { screen, fixture, match } = await openAt(3)
  await match.more()
  await match.rule('Award', (dialog) => dialog.getByLabel('Awarded as').selectOption('away'))
  await screen.toast('Match awarded')
  await match.says(`Awarded to ${fixture.awayTeam.shortName}`)
  await match.says('v', 'exactly')
  expect(await adminFixture(fixture.id)).toMatchObject({ awardedResult: 'away', homeScore: null })
})

test('a match is abandoned', async () => {
  const { screen, fixture, match } = await openAt(4)
  await match.more()
  await match.rule('Abandon')
  await screen.toast('Match abandoned')
  await match.says('Because: Abandon · by admin')
  expect((await adminFixture(fixture.id)).homeScore).toBeNull()
})

test('a match is cancelled, and the cancellation lifted', async () => {
  const { screen, fixture, match } = await openAt(5)
  await match.more()
  await match.rule('Cancel match')
  await screen.toast('Match cancelled')
  await match.says('Cancelled', 'exactly')
  await match.rule('Lift ruling')
  expect((await adminFixture(fixture.id)).status).not.toBe('CANCELLED')
})

test('a refusal of the server is shown in the dialog, and nothing is lost', async () => {
  const { screen, fixture, match } = await openAt(6, { expected: /status of 409/ })
  await match.more()
  await match.begin('Postpone')
  await screen.reason.fill('Snow')
  await stage.admin.post(`/api/admin/fixtures/${fixture.id}/result`, {
    homeScore: 0,
    awayScore: 0,
    reason: 'Meanwhile',
  })
  await screen.send('Postpone')
  await screen.dialog.getByRole('alert').getByText('The match has a result').waitFor()
  await expect.poll(() => screen.reason.inputValue()).toBe('Snow')
})

test('overdue matches come first, whatever gameweek is shown', async () => {
  const { screen, fixture } = await openAt(7)
  const overdue = screen.region('Overdue')
  expect(await overdue.count()).toBe(0)
  stage.app.clock.set(new Date(Date.parse(fixture.kickoffTime!) + 3.5 * 3_600_000).toISOString())
  await screen.reload()
  await overdue.getByRole('heading', { name: nameOf(fixture), exact: true }).waitFor()
  await screen.previousGameweek()
  await screen.shows(`Gameweek ${fixture.gameweek - 1}`)
  await expect.poll(() => overdue.isVisible()).toBe(true)
  expect((await screen.regions())[0]).toBe('Overdue')
})

test('page and dialog pass axe in both themes and fit every width', async () => {
  const screen = await openFixtures(stage, { size: PHONE })
  await screen.firstMatch().more()
  await expectSound(screen, 'fixtures')
  await screen.beginAnyResult()
  await expectSound(screen, 'ruling')
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
    await expectSound(screen, 'a refused refresh')
  } finally {
    await forgetSource(db)
  }
})
