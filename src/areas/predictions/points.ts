import { SCORING_RULES, type Verdict } from '../../contracts/scoring-rules.ts'

const caseOf = (
  result: string,
  home: string,
  away: string,
  worth: Readonly<Record<Verdict, string | number>>,
): string =>
  `case when p.home_score = ${home} and p.away_score = ${away} then ${worth.exact} when p.result = ${result} then ${worth.correct} else ${worth.wrong} end`

/**
 * What a pick `p` pays, as SQL text. The names are of columns: the season, the result as it counts (home, draw, away; null while
 * there is none) and its score, null for an awarded one, which has no exact score to hit (docs/rules.md R8, R9).
 */
export const pointsCase = (season: string, result: string, home: string, away: string): string =>
  caseOf(result, home, away, verdictPointsCase(season))

/** What a pick `p` comes to (`exact`, `correct`, `wrong`), as SQL text; `wrong` while there is no result. */
export const verdictCase = (result: string, home: string, away: string): string =>
  caseOf(result, home, away, { exact: `'exact'`, correct: `'correct'`, wrong: `'wrong'` })

const result = ['f.result', 'f.home_score', 'f.away_score'] as const
/** Points of a pick `p` of the fixture `f`, as SQL text; null until settled. */
export const pickPoints = `case when f.result is not null then ${pointsCase('f.season', ...result)} end`
/** Verdict of a pick `p` of the fixture `f`, as SQL text; `void` where the match is cancelled, null until settled. */
export const pickVerdict = `case when f.result is not null then ${verdictCase(...result)} when f.status = 'cancelled' then 'void' end`

/** What a verdict pays in a season, as SQL text. */
export function paidCase(verdict: string, season: string): string {
  const pays = verdictPointsCase(season)
  return `case ${verdict} when 'exact' then ${pays.exact} when 'correct' then ${pays.correct} else ${pays.wrong} end`
}

/** What each verdict pays in a season: `pointsPerVerdict` (src/contracts/points.ts) as SQL text. A plain number while there is one rule. */
function verdictPointsCase(season: string): Readonly<Record<Verdict, string>> {
  const [first, ...later] = SCORING_RULES
  const pays = (verdict: Verdict): string => {
    const whens = later.map((rule) => `when ${season} collate "C" >= '${rule.from}' then ${rule[verdict]}`)
    return whens.length === 0 ? `${first[verdict]}` : `case ${whens.reverse().join(' ')} else ${first[verdict]} end`
  }
  return { exact: pays('exact'), correct: pays('correct'), wrong: pays('wrong') }
}
