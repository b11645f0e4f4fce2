import { chartOf } from './chart.ts'
import type { Stage, StageVisit } from './stage.ts'
import { lines, oneLine, type Visitor } from './visitor.ts'

/** The page of a player, as others read it. */
export function playerOf(visitor: Visitor) {
  const { page } = visitor
  const region = (name: string) => page.getByRole('region', { name })
  const points = region('Points by gameweek')
  const picks = region('Revealed picks')
  return {
    ...visitor,
    /** Name, registration date and the season's figures, on one line. */
    head: async () => oneLine(page.getByRole('main').locator('section').first()),
    follow: () => page.getByRole('button', { name: 'Follow', exact: true }).click(),
    unfollow: () => page.getByRole('button', { name: 'Following' }).click(),
    canFollow: async () => (await page.getByRole('button', { name: /^Follow/ }).count()) > 0,
    editProfile: page.getByRole('link', { name: 'Edit profile' }),
    /** A panel by its heading, on one line. */
    panel: (name: string) => oneLine(region(name)),
    region,
    pointsChart: chartOf(points),
    showPointsAsTable: () => points.getByRole('button', { name: 'Show as table' }).click(),
    pointsTable: () => lines(points.getByRole('row')),
    /** Content of the file with the points. */
    async downloadPoints(): Promise<string> {
      const file = page.waitForEvent('download')
      await points.getByRole('button', { name: 'CSV' }).click()
      return (await file).path()
    },
    /**
     * The picks of the shown gameweek, one line per match; the line of their names is hidden from assistive technology.
     */
    picks: () => lines(picks.getByRole('listitem')),
    chooseGameweek: (gameweek: number) => picks.getByLabel('Gameweek', { exact: true }).selectOption(String(gameweek)),
    /** The rows of the comparison, one line each. */
    compared: () => lines(region('Head to head').getByRole('row')),
    badges: () => region('Badges').getByRole('listitem').count(),
    showAllBadges: () =>
      region('Badges')
        .getByRole('button', { name: /^Show all/ })
        .click(),
  }
}

/** Opens the page of a player, by their id or another path segment. */
export async function openPlayer(stage: Stage, id: number | string, options?: StageVisit) {
  const player = playerOf(await stage.visit(`/players/${id}`, options))
  await player.isAt(/./)
  return player
}
