import { pointsPerVerdict, type Scoreline, verdictOf } from './points.ts'

/** Largest number of points of a league's own scoring. */
export const MOST_LEAGUE_POINTS = 50
/** A joker multiplies the points of its match. */
export const JOKER_FACTOR = 2

/** Points of a league's own scoring (docs/rules.md R320). `goalDifference` 0: off, it pays as the result. */
export interface LeagueScoring {
  readonly result: number
  readonly goalDifference: number
  readonly exact: number
}

/** Scoring of the whole game in a season, and of leagues without rules of their own. Null: the newest. */
export function classicScoring(season: string | null): LeagueScoring {
  const { correct, exact } = pointsPerVerdict(season)
  return { result: correct, goalDifference: 0, exact }
}

/** The field that pays less than an easier call, with the field that it must equal or exceed; null: the numbers are in order. */
export function wrongOrder({
  result,
  goalDifference,
  exact,
}: LeagueScoring): readonly [field: 'goalDifference' | 'exact', atLeast: 'result' | 'goalDifference'] | null {
  if (goalDifference > 0 && goalDifference < result) return ['goalDifference', 'result']
  if (goalDifference > 0 && exact < goalDifference) return ['exact', 'goalDifference']
  return exact < result ? ['exact', 'result'] : null
}

const WORDS = { result: 'the result', goalDifference: 'goal difference', exact: 'exact score' } as const

/** The error of numbers that pay a better call less than an easier one, as a page shows it; null: they are in order. */
export function orderError(
  scoring: LeagueScoring,
): { readonly field: 'goalDifference' | 'exact'; readonly message: string } | null {
  const wrong = wrongOrder(scoring)
  if (wrong === null) return null
  const [field, atLeast] = wrong
  return { field, message: `The ${WORDS[field]} must pay at least as much as ${WORDS[atLeast]}, ${scoring[atLeast]}.` }
}

/** The verdict of a pick in a league: as elsewhere, and `difference` for the right goal difference. */
export type LeagueVerdict = 'exact' | 'difference' | 'result' | 'wrong'

/**
 * The verdict of a pick. A correct draw always has the right goal difference. A match without a score, an awarded one, has
 * no goal difference.
 */
export function leagueVerdictOf(pick: Scoreline, result: Scoreline): LeagueVerdict {
  const verdict = verdictOf(pick, result)
  if (verdict !== 'correct') return verdict
  if (result.home === null || result.away === null) return 'result'
  if (pick.outcome === 'draw') return 'difference'
  const isRight = pick.home !== null && pick.away !== null && pick.home - pick.away === result.home - result.away
  return isRight ? 'difference' : 'result'
}

/** Points of a pick by a league's own scoring. `pointsOfPick` (src/areas/league-rules/queries.ts) implements it in SQL. */
export function leaguePoints(scoring: LeagueScoring, pick: Scoreline, result: Scoreline, hasJoker = false): number {
  const { result: right, goalDifference, exact } = scoring
  const paid = { exact, difference: goalDifference > 0 ? goalDifference : right, result: right, wrong: 0 }
  return paid[leagueVerdictOf(pick, result)] * (hasJoker ? JOKER_FACTOR : 1)
}
