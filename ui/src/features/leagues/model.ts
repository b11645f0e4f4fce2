import type { LeaguePicks, LeagueStanding, LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { counted, ordinal } from '../../lib/numbers.ts'

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

/** A gameweek so far in sentences: matches played, the leaders, and the reader's place. `rows` are the first page. */
export function soFar({ fixtures, rows, me }: LeaguePicks): string {
  const counting = fixtures.filter(({ status }) => status !== 'CANCELLED')
  const played = counting.filter(({ status }) => status === 'FINISHED').length
  const isOver = played === counting.length
  const progress = isOver ? 'All played' : `${played} of ${counting.length} played`
  const leaders = rows.filter(({ ranking, totalPoints }) => ranking === 1 && totalPoints > 0)
  const [first] = leaders
  if (first === undefined) return `${progress}.`
  const isOwn = leaders.some(({ id }) => id === me?.id)
  const who = leaders.length > 1 ? `${counted(leaders.length, 'player')} ` : isOwn ? 'You ' : `${first.username} `
  const verb = isOver ? 'won' : leaders.length > 1 || isOwn ? 'lead' : 'leads'
  const own = me === null || isOwn ? '' : ` You’re ${ordinal(me.ranking)} with ${me.totalPoints}.`
  return `${progress}. ${who}${verb} with ${counted(first.totalPoints, 'point')}.${own}`
}
