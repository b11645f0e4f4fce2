import type { Stage, StageVisit } from './stage.ts'
import { lines, type Visitor } from './visitor.ts'

/** The statistics of a league as a member reads them. */
export function statisticsOf(visitor: Visitor) {
  const { page } = visitor
  const list = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
  const members = list('Member Leaderboard')
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
    performers: () => lines(list('Top Performers')),
    members,
    memberLines: () => lines(members),
    nextPage: () => visitor.press('Next page'),
    backToLeagues: () => page.getByRole('link', { name: 'Back to Leagues' }).click(),
  }
}

/** Opens the statistics of a league. */
export async function openStatistics(stage: Stage, id: number, options?: StageVisit) {
  const statistics = statisticsOf(await stage.visit(`/leagues/${id}/statistics`, options))
  await statistics.isAt(/./)
  return statistics
}
