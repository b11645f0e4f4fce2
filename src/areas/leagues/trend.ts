import type { LeagueStatistics } from './contract.ts'

/** Trend of the last 7 days’ predictions against the 7 days before: more than 10 % up or down (docs/rules.md R32). */
export function trendOf(last: number, before: number): LeagueStatistics['activityTrend'] {
  if (10 * last > 11 * before) return 'increasing'
  return 10 * last < 9 * before ? 'decreasing' : 'stable'
}
