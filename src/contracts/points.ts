import type { Outcome } from '../areas/fixtures/contract.ts'
import { SCORING_RULES, type Verdict, type VerdictPoints } from './scoring-rules.ts'

/** Points per verdict in a season. The newest rule applies to `demo` and to null. */
export const pointsPerVerdict = (season: string | null): VerdictPoints =>
  SCORING_RULES.findLast(({ from }) => season === null || season >= from) ?? SCORING_RULES[0]

/** The outcome of a score. */
export const outcomeOf = (home: number, away: number): Outcome => (home > away ? 'home' : home < away ? 'away' : 'draw')

/** An outcome with an optional score: a pick, or a result that counts. An awarded match has no score. */
export interface Scoreline {
  readonly outcome: Outcome
  readonly home: number | null
  readonly away: number | null
}

/** The verdict of a pick. `verdictCase` (src/areas/predictions/points.ts) implements it in SQL, `verdictOfByte` (src/areas/achievements/season-picks.ts) for season picks. */
export function verdictOf(pick: Scoreline, result: Scoreline): Verdict {
  if (pick.home !== null && pick.home === result.home && pick.away === result.away) return 'exact'
  return pick.outcome === result.outcome ? 'correct' : 'wrong'
}

/** Points of `correct` correct results, of which `exact` are exact scores. */
export const pointsPaid = (verdictPoints: VerdictPoints, correct: number, exact: number): number =>
  verdictPoints.correct * correct + (verdictPoints.exact - verdictPoints.correct) * exact
