/** What a pick comes to by a result: the exact score, the correct result, neither. An exact score is a correct result too. */
export type Verdict = 'exact' | 'correct' | 'wrong'

/** What each verdict pays. A wrong one pays nothing, whatever the season: sums leave wrong ones out. */
export interface VerdictPoints extends Readonly<Record<Verdict, number>> {
  readonly wrong: 0
}

/** Prices from a season on, until those of a later one. */
export interface ScoringRule extends VerdictPoints {
  /** A season as `2026-27`; the first rule is from the beginning. */
  readonly from: string
}

/**
 * What each verdict pays, the earliest rule first (docs/rules.md R8). Other prices are one entry more, from a season that has not begun:
 * seasons before it keep theirs. The groups whose rows hang on it then need a new version (docs/decisions/0027).
 */
export const SCORING_RULES: readonly [ScoringRule, ...ScoringRule[]] = [{ from: '', exact: 15, correct: 5, wrong: 0 }]
