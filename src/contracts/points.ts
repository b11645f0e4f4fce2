import type { Outcome } from './fixtures.ts'

/** What a pick comes to by a result: the exact score, the correct result, neither. An exact score is a correct result too. */
export type Verdict = 'exact' | 'correct' | 'wrong'

/** What each verdict pays (docs/rules.md R8). */
export const POINTS = { exact: 15, correct: 5, wrong: 0 } as const satisfies Readonly<Record<Verdict, number>>

/** Who wins by a score. */
export const outcomeOf = (home: number, away: number): Outcome => (home > away ? 'home' : home < away ? 'away' : 'draw')

/** An outcome, and the score where there is one: a pick, or a result as it counts. An awarded match has no score to hit. */
export interface Called {
  readonly outcome: Outcome
  readonly home: number | null
  readonly away: number | null
}

/** The scoring rule. `verdictCase` (src/predictions/points.ts) says it as SQL, `verdictOfByte` (src/achievements/card.ts) of cards. */
export function verdictOf(pick: Called, result: Called): Verdict {
  if (pick.home !== null && pick.home === result.home && pick.away === result.away) return 'exact'
  return pick.outcome === result.outcome ? 'correct' : 'wrong'
}

/** The verdict that points were paid for, where an answer has the points alone. */
export const verdictPaid = (points: number): Verdict =>
  points >= POINTS.exact ? 'exact' : points > POINTS.wrong ? 'correct' : 'wrong'

/** What so many correct results pay, exact scores among them counted. */
export const pointsPaid = (correct: number, exact: number): number =>
  POINTS.correct * correct + (POINTS.exact - POINTS.correct) * exact
