import type { LeagueStatistics } from './contract.ts'

/** Predictions of the last 7 days against those of the 7 before: more than 10 % up or down (docs/rules.md R32). */
export function trendOf(last: number, before: number): LeagueStatistics['activityTrend'] {
  if (10 * last > 11 * before) return 'increasing'
  return 10 * last < 9 * before ? 'decreasing' : 'stable'
}
