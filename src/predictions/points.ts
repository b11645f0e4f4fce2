import { POINTS, type Verdict } from '../contracts/points.ts'

const caseOf = (
  result: string,
  home: string,
  away: string,
  worth: Readonly<Record<Verdict, string | number>>,
): string =>
  `case when p.home_score = ${home} and p.away_score = ${away} then ${worth.exact} when p.result = ${result} then ${worth.correct} else ${worth.wrong} end`

/**
 * What a pick `p` pays, as SQL text. The names are of columns: the result as it counts (home, draw, away; null while there is none)
 * and its score, null for an awarded one, which has no exact score to hit (docs/rules.md R8, R9).
 */
export const pointsCase = (result: string, home: string, away: string): string => caseOf(result, home, away, POINTS)

/** What a pick `p` comes to (`exact`, `correct`, `wrong`), as SQL text; `wrong` while there is no result. */
export const verdictCase = (result: string, home: string, away: string): string =>
  caseOf(result, home, away, { exact: `'exact'`, correct: `'correct'`, wrong: `'wrong'` })

/** What a verdict pays, as SQL text. */
export const paidCase = (verdict: string): string =>
  `case ${verdict} when 'exact' then ${POINTS.exact} when 'correct' then ${POINTS.correct} else ${POINTS.wrong} end`
