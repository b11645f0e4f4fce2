import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import type { AdminFixture } from '../../src/contracts/fixtures.ts'
import { forgetFeed, recordRefresh } from '../../src/fixtures/feed-state.ts'
import { TYPES } from '../../src/identifiers.ts'
import { setStage } from './stage.ts'
import { expectSound, PHONE, type VisitorOptions } from './visitor.ts'

const stage = setStage()

const open = async (options?: VisitorOptions): Promise<Page> => {
  const page = await stage.open('/admin/fixtures', options)
  await page.getByText('10 matches').waitFor()
  return page
}

const adminFixture = async (id: number): Promise<AdminFixture> => {
  const current: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const all: AdminFixture[] = await stage.admin.get(`/api/admin/fixtures?gameweek=${current[0]!.gameweek}`)
  return all.find((fixture) => fixture.id === id)!
}
/** The n-th match of the current gameweek, with its row. */
async function match(page: Page, index: number): Promise<{ fixture: AdminFixture; name: string; row: Locator }> {
  const current: AdminFixture[] = await stage.admin.get('/api/fixtures/current')
  const fixture = [...current].sort((a, b) => a.id - b.id)[index]!
  const name = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
  const row = page.locator('main li', { has: page.getByRole('heading', { name, exact: true }) })
  return { fixture, name, row }
}
const more = (row: Locator) => row.getByRole('button', { name: /^More about/ }).click()

/** Opens a ruling's dialog, gives a reason, sends it. */
async function rule(
  page: Page,
  row: Locator,
  ruling: string,
  fill: (dialog: Locator) => Promise<void> = async () => {},
) {
  await row.getByRole('button', { name: ruling }).click()
  const dialog = page.getByRole('dialog', { name: ruling })
  await fill(dialog)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(`Because: ${ruling}`)
  await dialog.getByRole('button', { name: ruling }).click()
  await dialog.waitFor({ state: 'detached' })
}
const score = (home: string, away: string) => async (dialog: Locator) => {
  const boxes = dialog.locator('input')
  await boxes.nth(0).fill(home)
  await boxes.nth(1).fill(away)
}

test('a result is entered, corrected and lifted, each with a reason that stays in the history', async () => {
  const page = await open()
  const { fixture, row } = await match(page, 0)
  await rule(page, row, 'Enter result', score('2', '1'))
  await stage.visitor.toast('Result entered')
  await row.getByText('2–1').waitFor()
  await row.getByText('By hand').waitFor()
  expect(await adminFixture(fixture.id)).toMatchObject({
    homeScore: 2,
    awayScore: 1,
    status: 'FINISHED',
    resultByHand: true,
  })

  await rule(page, row, 'Correct result', score('3', '1'))
  await stage.visitor.toast('Result corrected')
  await row.getByText('3–1').waitFor()

  await more(row)
  await row.getByText('Because: Enter result · by admin').waitFor()
  await row.getByText('Because: Correct result · by admin').waitFor()
  await rule(page, row, 'Lift ruling')
  await stage.visitor.toast('Ruling lifted')
  await row.getByRole('button', { name: 'Enter result' }).waitFor()
  expect(await adminFixture(fixture.id)).toMatchObject({ homeScore: null, awayScore: null, resultByHand: false })
})

test('no reason, no ruling; a score outside 0 to 99 is not sent either', async () => {
  const page = await open()
  const { fixture, row } = await match(page, 1)
  await row.getByRole('button', { name: 'Enter result' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enter result' }).click()
  await dialog.getByText('Please give a reason').waitFor()
  await expect.poll(() => dialog.getByText('Goals are 0 to 99').count()).toBe(2)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const opener = row.getByRole('button', { name: 'Enter result' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await adminFixture(fixture.id)).homeScore).toBeNull()
})

test('a match is postponed, then given a new kickoff', async () => {
  const page = await open()
  const { fixture, row } = await match(page, 2)
  await more(row)
  await rule(page, row, 'Postpone')
  await stage.visitor.toast('Match postponed')
  await row.getByText('Postponed', { exact: true }).waitFor()
  await row.getByText('No date known').waitFor()
  await rule(page, row, 'Reschedule', (dialog) => dialog.getByLabel('New kickoff').fill('2027-01-20T19:45'))
  await stage.visitor.toast('Match rescheduled')
  expect(await adminFixture(fixture.id)).toMatchObject({ status: 'SCHEDULED', kickoffTime: '2027-01-20T19:45:00.000Z' })
})

test('a match is awarded', async () => {
  const page = await open()
  const { fixture, row } = await match(page, 3)
  await more(row)
  await rule(page, row, 'Award', async (dialog) => {
    await dialog.getByLabel('Awarded as').selectOption('away')
  })
  await stage.visitor.toast('Match awarded')
  await row.getByText(`Awarded to ${fixture.awayTeam.shortName}`).waitFor()
  await row.getByText('v', { exact: true }).waitFor()
  expect(await adminFixture(fixture.id)).toMatchObject({ awardedResult: 'away', homeScore: null })
})

test('a match is abandoned', async () => {
  const page = await open()
  const { fixture, row } = await match(page, 4)
  await more(row)
  await rule(page, row, 'Abandon')
  await stage.visitor.toast('Match abandoned')
  await row.getByText('Because: Abandon · by admin').waitFor()
  expect((await adminFixture(fixture.id)).homeScore).toBeNull()
})

test('a match is cancelled, and the cancellation lifted', async () => {
  const page = await open()
  const { fixture, row } = await match(page, 5)
  await more(row)
  await rule(page, row, 'Cancel match')
  await stage.visitor.toast('Match cancelled')
  await row.getByText('Cancelled', { exact: true }).waitFor()
  await rule(page, row, 'Lift ruling')
  expect((await adminFixture(fixture.id)).status).not.toBe('CANCELLED')
})

test('what the server refuses is said in the dialog, and nothing is lost', async () => {
  const page = await open({ expected: /status of 409/ })
  const { fixture, row } = await match(page, 6)
  await more(row)
  await row.getByRole('button', { name: 'Postpone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Snow')
  await stage.admin.post(`/api/admin/fixtures/${fixture.id}/result`, {
    homeScore: 0,
    awayScore: 0,
    reason: 'Meanwhile',
  })
  await dialog.getByRole('button', { name: 'Postpone' }).click()
  await dialog.getByRole('alert').getByText('The match has a result').waitFor()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Snow')
})

test('overdue matches come first, whatever gameweek is shown', async () => {
  const page = await open()
  const { fixture, name } = await match(page, 7)
  expect(await page.getByRole('region', { name: 'Overdue' }).count()).toBe(0)
  stage.app.clock.set(new Date(Date.parse(fixture.kickoffTime!) + 3.5 * 3_600_000).toISOString())
  await page.reload()
  const overdue = page.getByRole('region', { name: 'Overdue' })
  await overdue.getByRole('heading', { name, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Previous gameweek' }).click()
  await page.getByRole('heading', { name: `Gameweek ${fixture.gameweek - 1}` }).waitFor()
  await expect.poll(() => overdue.isVisible()).toBe(true)
  const regions = page.getByRole('region').getByRole('heading', { level: 2 })
  expect((await regions.allTextContents())[0]).toBe('Overdue')
})

test('page and dialog pass axe in both themes and fit every width', async () => {
  const page = await open({ size: PHONE })
  await more(
    page
      .locator('main')
      .locator('li', { has: page.getByRole('heading', { level: 3 }) })
      .first(),
  )
  await expectSound(page, 'fixtures')
  await page
    .getByRole('button', { name: /^(Enter|Correct) result/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await expectSound(page, 'ruling')
})

test('a refused refresh of the source is told: why, since when, and what stays (T53)', async () => {
  const problem = 'The source has 3 results that would change more than 5 goals at once'
  const { db } = stage.app.container.get(TYPES.Database)
  const source = 'football-data'
  await recordRefresh(db, { source, at: '2026-11-20T18:00:00.000Z', problem: null })
  await recordRefresh(db, { source, at: '2026-11-21T08:00:00.000Z', problem })
  try {
    const page = await open()
    await page.getByRole('alert').getByText(problem).waitFor()
    const panel = page.getByRole('region', { name: 'Refreshes are refused' })
    await panel.getByText('Since Sat, 21 Nov 2026, 08:00').waitFor()
    await panel.getByText(/taken from football-data\.org on Fri, 20 Nov 2026, 18:00 .* stays as it is/).waitFor()
    await expectSound(page, 'a refused refresh')
  } finally {
    await forgetFeed(db)
  }
})
