import type { Outcome } from '../areas/fixtures/contract.ts'
import { SCORING_RULES, type Verdict, type VerdictPoints } from './scoring-rules.ts'

/** What each verdict pays in a season. A season that is no year (`demo`), and where none is named, go by the newest rule. */
export const pointsPerVerdict = (season: string | null): VerdictPoints =>
  SCORING_RULES.findLast(({ from }) => season === null || season >= from) ?? SCORING_RULES[0]

/** Who wins by a score. */
export const outcomeOf = (home: number, away: number): Outcome => (home > away ? 'home' : home < away ? 'away' : 'draw')

/** An outcome, and the score where there is one: a pick, or a result as it counts. An awarded match has no score to hit. */
export interface Called {
  readonly outcome: Outcome
  readonly home: number | null
  readonly away: number | null
}

/** The scoring rule. `verdictCase` (src/areas/predictions/points.ts) says it as SQL, `verdictOfByte` (src/areas/achievements/card.ts) of cards. */
export function verdictOf(pick: Called, result: Called): Verdict {
  if (pick.home !== null && pick.home === result.home && pick.away === result.away) return 'exact'
  return pick.outcome === result.outcome ? 'correct' : 'wrong'
}

/** What so many correct results pay, exact scores among them counted. */
export const pointsPaid = (verdictPoints: VerdictPoints, correct: number, exact: number): number =>
  verdictPoints.correct * correct + (verdictPoints.exact - verdictPoints.correct) * exact
