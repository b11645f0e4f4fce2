import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'

/** Length of the dashboard list (docs/rules.md R63). */
const RECENT = 5

type RecentStatus = 'correct' | 'incorrect' | 'pending'

/** The verdict of a settled prediction; null until it counts. */
export function settledVerdict({ fixture, verdict }: Prediction): Verdict | null {
  return fixture.status !== 'FINISHED' || verdict === 'void' ? null : verdict
}

/** Finished with points is correct, finished without incorrect, anything else pending (R65). */
export function statusOf(verdict: Verdict | null): RecentStatus {
  if (verdict === null) return 'pending'
  return verdict === 'wrong' ? 'incorrect' : 'correct'
}

export const STATUS_WORDS: Readonly<Record<RecentStatus, string>> = {
  correct: 'Correct',
  incorrect: 'Incorrect',
  pending: 'Pending',
}

/** The last five that the player made or changed, newest first. */
export function recentOf(predictions: readonly Prediction[]): Prediction[] {
  return [...predictions]
    .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || b.id - a.id)
    .slice(0, RECENT)
}

/** `FT 3–1`, `Live 3–2`, `Postponed`; null if only the date is known. */
export function scoreLine(fixture: Fixture, isLive: boolean): string | null {
  const score = fixture.homeScore === null ? '' : ` ${fixture.homeScore}–${fixture.awayScore}`
  if (fixture.status === 'FINISHED') return fixture.awardedResult && !score ? 'Awarded' : `FT${score}`
  if (fixture.status === 'CANCELLED') return 'Cancelled'
  if (fixture.status === 'POSTPONED') return 'Postponed'
  return isLive ? `Live${score}` : null
}
