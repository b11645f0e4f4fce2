import { SCORING_RULES, type Verdict } from '../../contracts/scoring-rules.ts'

const caseOf = (
  result: string,
  home: string,
  away: string,
  worth: Readonly<Record<Verdict, string | number>>,
): string =>
  `case when p.home_score = ${home} and p.away_score = ${away} then ${worth.exact} when p.result = ${result} then ${worth.correct} else ${worth.wrong} end`

/**
 * SQL text for the points of a pick `p`. The arguments are column names: the season, the result (home, draw, away; null while there is
 * none) and its score. The score of an awarded match is null, so no pick can be exact (docs/rules.md R8, R9).
 */
export const pointsCase = (season: string, result: string, home: string, away: string): string =>
  caseOf(result, home, away, verdictPointsCase(season))

/** SQL text for the verdict of a pick `p` (`exact`, `correct`, `wrong`); `wrong` while there is no result. */
export const verdictCase = (result: string, home: string, away: string): string =>
  caseOf(result, home, away, { exact: `'exact'`, correct: `'correct'`, wrong: `'wrong'` })

/**
 * SQL text for whether a pick `p` has the right goal difference without the exact score (docs/rules.md R320). `leagueVerdictOf`
 * (src/contracts/league-scoring.ts) is the same rule.
 */
export const differenceCase = (result: string, home: string, away: string): string =>
  `coalesce(p.result = ${result} and ${home} is not null and (p.home_score, p.away_score) is distinct from (${home}, ${away})
    and (p.result = 'draw' or p.home_score - p.away_score = ${home} - ${away}), false)`

const result = ['f.result', 'f.home_score', 'f.away_score'] as const
/** SQL text for the points of a pick `p` of the fixture `f`; null until settled. */
export const pickPoints = `case when f.result is not null then ${pointsCase('f.season', ...result)} end`
/** SQL text for the verdict of a pick `p` of the fixture `f`: `void` if the match is cancelled, null until settled. */
export const pickVerdict = `case when f.result is not null then ${verdictCase(...result)} when f.status = 'cancelled' then 'void' end`

/** SQL text for the points of a verdict in a season. */
export function paidCase(verdict: string, season: string): string {
  const pays = verdictPointsCase(season)
  return `case ${verdict} when 'exact' then ${pays.exact} when 'correct' then ${pays.correct} else ${pays.wrong} end`
}

/** SQL text of `pointsPerVerdict` (src/contracts/points.ts), per verdict. A plain number while there is only one scoring rule. */
function verdictPointsCase(season: string): Readonly<Record<Verdict, string>> {
  const [first, ...later] = SCORING_RULES
  const pays = (verdict: Verdict): string => {
    const whens = later.map((rule) => `when ${season} collate "C" >= '${rule.from}' then ${rule[verdict]}`)
    return whens.length === 0 ? `${first[verdict]}` : `case ${whens.reverse().join(' ')} else ${first[verdict]} end`
  }
  return { exact: pays('exact'), correct: pays('correct'), wrong: pays('wrong') }
}
