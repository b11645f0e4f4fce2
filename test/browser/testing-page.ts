import type { TestRun } from '../../src/areas/testing/contract.ts'
import type { Stage } from './stage.ts'
import { lines, oneLine, type VisitorOptions } from './visitor.ts'

type Tab = 'Overview' | 'Users' | 'Simulation' | 'Feedback' | 'Cleanup'
type Job =
  | 'Create test users'
  | 'Predictions for a gameweek'
  | 'Simulate one gameweek'
  | 'Generate data'
  | 'Full simulation'
type Field = 'Gameweek' | 'Gameweeks' | 'Users' | 'Seed'

/** The testing tool, as an administrator uses it. */
export async function openTesting(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/testing', options)
  const { page } = visitor
  const job = (name: Job) => page.getByRole('form', { name })
  const field = (name: Job, label: Field) => job(name).getByLabel(label, { exact: true })
  const runs = page.getByRole('region', { name: 'Last runs' })
  return {
    ...visitor,
    turnTo: (tab: Tab) => page.getByRole('tab', { name: tab }).click(),
    tabs: () => lines(page.getByRole('tab')),
    /** The number of a tile. */
    tile: (name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first().textContent(),
    /** Fills the fields of a job and submits it. */
    async do(name: Job, numbers: Partial<Record<Field, string>>, button: string) {
      for (const [label, value] of Object.entries(numbers)) await field(name, label as Field).fill(value)
      await job(name).getByRole('button', { name: button }).click()
    },
    /** The value of a field. */
    holds: (name: Job, label: Field) => field(name, label).inputValue(),
    /** The error of a field; also checks that the field has the focus. */
    async flaw(name: Job, label: Field) {
      const described = await field(name, label).getAttribute('aria-describedby')
      const flaw = await page.locator(`[id="${described?.split(' ')[0]}"]`).innerText()
      return { flaw, hasFocus: await field(name, label).evaluate((input) => input === document.activeElement) }
    },
    /** Whether a job can be submitted. */
    mayDo: async (name: Job) => (await job(name).getByRole('button').getAttribute('aria-disabled')) === null,
    /** The whole text of a job. */
    toldOf: (name: Job) => oneLine(job(name)),
    /** The last runs, newest first. */
    journal: () => lines(runs.getByRole('listitem')),
    /** The active run: its steps and its progress. */
    async running(title: string) {
      const run = page.getByRole('region', { name: title })
      return {
        percent: await run.getByRole('progressbar', { name: title }).getAttribute('aria-valuenow'),
        steps: await lines(run.getByRole('listitem')),
      }
    },
    /** The test users of the page of the list. */
    users: () => lines(page.getByRole('rowheader')),
    /** Presses Cleanup and confirms. */
    async cleanUp() {
      await page.getByRole('button', { name: 'Cleanup' }).click()
      await page.getByRole('dialog', { name: 'Cleanup test data?' }).getByRole('button', { name: 'Cleanup' }).click()
    },
  }
}

/** A run as the server returns it. */
export const runOf = (run: Partial<TestRun>): TestRun => ({
  ...{ id: 1, kind: 'full-simulation', state: 'running', gameweeks: [], seed: 7, by: null, percent: 0, steps: [] },
  ...{ startedAt: '2026-11-21T08:59:19.000Z', endedAt: null, message: null, error: null },
  ...{ users: 0, predictions: 0, results: 0, leagues: 0, messages: 0, shares: 0, comments: 0 },
  ...run,
})
