import { POINTS } from '../contracts/points.ts'

/**
 * What a pick `p` pays, as SQL text. The names are of columns: the result as it counts (home, draw, away; null while there is none)
 * and its score, null for an awarded one, which has no exact score to hit (docs/rules.md R8, R9).
 */
export const pointsCase = (result: string, home: string, away: string): string =>
  `case when p.home_score = ${home} and p.away_score = ${away} then ${POINTS.exact} when p.result = ${result} then ${POINTS.correct} else ${POINTS.wrong} end`
