import type { Stage, StageVisit } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'

/** The page of the league table as a player uses it. */
export function tableOf(visitor: Visitor) {
  const { page } = visitor
  const rows = page.getByRole('row')
  const club = (shortName: string) => rows.filter({ has: page.getByRole('button', { name: shortName }) })
  return {
    ...visitor,
    /** The head, then the clubs. */
    rows,
    /** What the row of a place says, on one line. */
    line: (place: number) => oneLine(rows.nth(place)),
    club,
    pointsOf: (shortName: string) => club(shortName).locator('[data-points]').innerText(),
    /** Unfolds a club, or folds it again. */
    toggle: (shortName: string) => club(shortName).getByRole('button', { name: shortName }).click(),
    toggleFirst: () => rows.nth(1).getByRole('button').click(),
    /** Another club to compare the unfolded one with. */
    compareWith: (index: number) => page.getByLabel('Against').selectOption({ index }),
    /** What the table counts: live matches, or only what has settled. */
    counts: page.getByRole('radio'),
    countSettled: () => page.getByRole('radio', { name: 'Settled' }).check(),
    showAfter: (gameweek: string) => page.getByLabel('After', { exact: true }).selectOption(gameweek),
    column: (name: string) => page.getByRole('columnheader', { name }),
    /** The matches that each club has played, from the first place on. */
    played: () => page.locator('tbody tr td:nth-of-type(3)').allInnerTexts(),
  }
}

/** Opens the page of the table, of all that a gameweek left behind where one is named. */
export async function openTable(stage: Stage, { path = '/table', ...options }: StageVisit & { path?: string } = {}) {
  const table = tableOf(await stage.visit(path, options))
  await table.isAt('Premier League Table')
  return table
}
