import type { LeagueStanding, LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'

export interface StandingsOf {
  /** Absent: the season. */
  gameweek?: number
  limit: number
  offset: number
}

/** The reader's row if it is not among those shown. */
export function rowApart(rows: readonly LeagueStanding[], me: LeagueStanding | null): LeagueStanding | null {
  return me && rows.some(({ id }) => id === me.id) ? null : me
}

/** The highest recent gameweek points, at least an exact score's 15; null if unknown. */
export function mostOf(rows: readonly Pick<LeagueStanding, 'recent'>[]): number | null {
  if (!rows.some(({ recent }) => recent)) return null
  return Math.max(pointsPerVerdict(null).exact, ...rows.flatMap(({ recent }) => recent ?? []))
}

/** Percentage of settled predictions, one decimal; 0 without any (docs/rules.md R73). */
export function accuracyOf({
  correctPredictions,
  settledPredictions,
}: Pick<LeagueStatistics['members'][number], 'correctPredictions' | 'settledPredictions'>): string {
  const percent = settledPredictions === 0 ? 0 : (100 * correctPredictions) / settledPredictions
  return `${percent.toFixed(1)}%`
}

type Trend = LeagueStatistics['activityTrend']

/** Value of the activity bar (docs/rules.md R73). */
export function activityValue(trend: Trend): number {
  return { increasing: 80, decreasing: 30, stable: 50 }[trend]
}

export function trendWord(trend: Trend): string {
  return { increasing: 'Increasing', decreasing: 'Decreasing', stable: 'Stable' }[trend]
}
