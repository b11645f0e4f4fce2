/** Verdict of a pick: the exact score, the correct result only, or neither. An exact score is also a correct result. */
export type Verdict = 'exact' | 'correct' | 'wrong'

/** Points per verdict. A wrong pick scores 0 in every season: sums omit wrong picks. */
export interface VerdictPoints extends Readonly<Record<Verdict, number>> {
  readonly wrong: 0
}

/** Points per verdict from a season until the next rule. */
export interface ScoringRule extends VerdictPoints {
  /** First season, such as `2026-27`; empty for the first rule. */
  readonly from: string
}

/**
 * Points per verdict, the earliest rule first (docs/rules.md R8). To change points, add an entry from a season that has not begun;
 * earlier seasons are unaffected. Groups whose rows depend on it then need a new version (docs/decisions/0027).
 */
export const SCORING_RULES: readonly [ScoringRule, ...ScoringRule[]] = [{ from: '', exact: 15, correct: 5, wrong: 0 }]
