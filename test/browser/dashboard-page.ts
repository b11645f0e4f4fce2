import { expect } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { boardOf } from './leaderboard-page.ts'
import { nameOf } from './matches.ts'
import type { Stage, StageVisit } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'

/** The home page as a player uses it, and the pages of gameweeks, which have the same layout. */
export type DashboardPage = ReturnType<typeof dashboardOf>

export function dashboardOf(visitor: Visitor) {
  const { page, press } = visitor
  const row = (match: string) =>
    page.locator('li[data-state]', { has: page.getByRole('heading', { name: match, exact: true }) })
  const box = (match: string, team: string) => row(match).getByLabel(`${team} goals`)
  const inRow = (match: string, button: string | RegExp) => row(match).getByRole('button', { name: button }).click()
  const board = boardOf(page)
  const unsaved = page.getByRole('region', { name: 'Unsaved picks' })
  const gameweek = page.getByLabel('Gameweek', { exact: true })
  const points = (total: number | RegExp) =>
    page.getByRole('button', {
      name: typeof total === 'number' ? `Total points: ${total}. See where they came from` : total,
    })
  const saving = (count: number) => page.getByRole('button', { name: `Save ${count} change${count === 1 ? '' : 's'}` })
  const type = async (digits: string) => {
    for (const digit of digits) await page.keyboard.press(digit)
  }
  return {
    ...visitor,
    row,
    box,
    /** Waits until a row is in this state. */
    is: (match: string, state: string) => expect.poll(() => row(match).getAttribute('data-state')).toBe(state),
    /** Number of rows in this state. */
    count: (state: string) => page.locator(`li[data-state="${state}"]`).count(),
    /** The text of a row, on one line. */
    reads: (match: string) => oneLine(row(match)),
    /** Types into the boxes; the focus moves automatically. */
    type,
    /** Types a score, starting in the box of the home team. */
    async score(fixture: Fixture, digits: string) {
      await box(nameOf(fixture), fixture.homeTeam.shortName).focus()
      await type(digits)
    },
    /** Returns to a row and submits it: only the row being edited has the button. */
    async submit(match: string) {
      await row(match).getByRole('textbox').first().focus()
      await inRow(match, 'Submit')
    },
    retry: (match: string) => inRow(match, 'Retry'),
    headToHead: (match: string) => inRow(match, 'Recent Head-to-Head'),
    /** The bar for unsaved picks. */
    unsaved,
    /** The button that saves this number of changes. */
    saving,
    save: (count: number) => saving(count).click(),
    discard: () => press('Discard'),
    gameweek,
    nextGameweek: () => press('Next gameweek'),
    previousGameweek: () => press('Previous gameweek'),
    hideLiveScores: page.getByRole('switch', { name: 'Hide live scores' }).first(),
    region: (name: string | RegExp) => page.getByRole('region', { name }),
    tab: (name: string) => page.getByRole('tab', { name }),
    /** The best players of a finished gameweek. */
    best: (number: number) => page.getByRole('list', { name: `The best of Gameweek ${number}` }),
    /** The link from a closed gameweek to the open one. */
    leaveFor: (number: number) => page.getByRole('link', { name: `Predict Gameweek ${number}` }).click(),
    board,
    /** A player's row of the leaderboard ('You' for the reader), on one line. */
    standing: (name: string) => oneLine(board.entry(name)),
    /** The total, which opens the ledger. */
    points,
    ledger: page.getByRole('dialog', { name: 'Your points' }),
    /** The league table of the page. */
    clubs: page.getByRole('table', { name: 'Premier League table' }),
    async reload() {
      await visitor.reload()
      await visitor.isAt(/./)
    },
  }
}

/** Opens the home page; without a session, that is the landing page. */
export async function openDashboard(stage: Stage, { path = '/', ...options }: StageVisit & { path?: string } = {}) {
  const home = dashboardOf(await stage.visit(path, options))
  if (options.as !== null) await home.isAt(/./)
  return home
}
