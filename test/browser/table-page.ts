import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The page of the league table as a player uses it. */
export function tableOf(visitor: Visitor) {
  const { page } = visitor
  const rows = page.getByRole('row')
  const club = (shortName: string) => rows.filter({ has: page.getByRole('button', { name: shortName }) })
  return {
    ...visitor,
    /** The head, then the clubs. */
    rows,
    club,
    pointsOf: (shortName: string) => club(shortName).locator('[data-points]').innerText(),
    /** Expands or collapses a club. */
    toggle: (shortName: string) => club(shortName).getByRole('button', { name: shortName }).click(),
    toggleFirst: () => rows.nth(1).getByRole('button').click(),
    /** The choice between live matches and settled ones only. */
    counts: page.getByRole('radio'),
    countSettled: () => page.getByRole('radio', { name: 'Settled' }).check(),
    showAfter: (gameweek: string) => page.getByLabel('After', { exact: true }).selectOption(gameweek),
    column: (name: string) => page.getByRole('columnheader', { name }),
    /** Number of matches played per club, from the first place on. */
    played: () => page.locator('tbody tr td:nth-of-type(3)').allInnerTexts(),
  }
}

/** Opens the page of the table; a gameweek in the path selects the table after that gameweek. */
export async function openTable(stage: Stage, { path = '/table', ...options }: StageVisit & { path?: string } = {}) {
  const table = tableOf(await stage.visit(path, options))
  await table.isAt('Premier League Table')
  return table
}
