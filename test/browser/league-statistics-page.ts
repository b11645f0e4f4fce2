import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The statistics of a league as a member reads them. */
export function statisticsOf(visitor: Visitor) {
  const { page } = visitor
  return {
    ...visitor,
    /** The number or word of a tile. */
    tile: (name: string) =>
      page
        .locator('dl > div', { has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .first()
        .textContent(),
    /** Value of the activity bar, out of a hundred. */
    activity: () => page.getByRole('meter', { name: 'Activity' }).getAttribute('aria-valuenow'),
    members: page.getByRole('list', { name: 'Member Leaderboard' }).getByRole('listitem'),
    backToLeagues: () => page.getByRole('link', { name: 'Back to Leagues' }).click(),
  }
}

/** Opens the statistics of a league. */
export async function openStatistics(stage: Stage, id: number, options?: StageVisit) {
  const statistics = statisticsOf(await stage.visit(`/leagues/${id}/statistics`, options))
  await statistics.isAt(/./)
  return statistics
}
