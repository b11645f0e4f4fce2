import type { League, LeagueStanding, LeagueStatistics, LeagueType } from '../../../../src/contracts/leagues.ts'
import { pricesOf } from '../../../../src/contracts/points.ts'

/** A page of standings. */
export interface StandingsOf {
  /** Without it the season's. */
  gameweek?: number
  limit: number
  offset: number
}

export interface LeagueSettings {
  name: string
  description: string | null
  type: LeagueType
}

/** What a form of a league's settings says, or why it cannot be sent. */
export function settingsOf(form: {
  name: string
  description: string
  type: LeagueType
}): { settings: LeagueSettings; problem?: undefined } | { settings?: undefined; problem: string } {
  const name = form.name.trim()
  if (!name) return { problem: 'Please give the league a name' }
  return { settings: { name, description: form.description.trim() || null, type: form.type } }
}

/** The public leagues of a page of all leagues; the reader's own come with the first one, so later ones leave them out. */
export function discovered(page: readonly League[], offset: number): readonly League[] {
  return page.filter((league) => league.type === 'public' && (offset === 0 || !league.isMember))
}

/** Whether another page may follow: as many public leagues as a page holds. */
export function mayFollow(page: readonly League[], size: number): boolean {
  return page.filter(({ type }) => type === 'public').length >= size
}

/** The reader's row where it is not among those shown. */
export function rowApart(rows: readonly LeagueStanding[], me: LeagueStanding | null): LeagueStanding | null {
  return me && rows.some(({ id }) => id === me.id) ? null : me
}

/** Most points of one of the latest gameweeks, at least those of an exact score of today; null where they are not known. */
export function mostOf(rows: readonly Pick<LeagueStanding, 'recent'>[]): number | null {
  if (!rows.some(({ recent }) => recent)) return null
  return Math.max(pricesOf(null).exact, ...rows.flatMap(({ recent }) => recent ?? []))
}

/** Percentage of settled predictions, one decimal; 0 without any (docs/rules.md R73). */
export function accuracyOf({
  correctPredictions,
  settledPredictions,
}: {
  correctPredictions: number
  settledPredictions: number
}): string {
  const percent = settledPredictions === 0 ? 0 : (100 * correctPredictions) / settledPredictions
  return `${percent.toFixed(1)}%`
}

/** The place of each of these rows, which come by points: equal points share one, as in the standings (1, 2, 2, 4). */
export function placesOf(rows: readonly { totalPoints: number }[]): readonly number[] {
  let place = 1
  return rows.map(({ totalPoints }, index) => {
    if (index > 0 && totalPoints !== rows[index - 1]!.totalPoints) place = index + 1
    return place
  })
}

type Trend = LeagueStatistics['activityTrend']

/** Value of the activity bar (R73). */
export function activityValue(trend: Trend): number {
  return { increasing: 80, decreasing: 30, stable: 50 }[trend]
}

export function trendWord(trend: Trend): string {
  return { increasing: 'Increasing', decreasing: 'Decreasing', stable: 'Stable' }[trend]
}
