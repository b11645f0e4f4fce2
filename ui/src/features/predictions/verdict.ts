import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { outcomeOf, pointsPerVerdict, verdictOf } from '../../../../src/contracts/points.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'

export type Called = Pick<Prediction, 'predictedResult' | 'predictedHomeScore' | 'predictedAwayScore'>

/** The verdict of a pick at the current score; null: no score yet. */
export function verdictFor(pick: Called, { homeScore: home, awayScore: away, awardedResult }: Fixture): Verdict | null {
  const { predictedResult: outcome, predictedHomeScore, predictedAwayScore } = pick
  const called = { outcome, home: predictedHomeScore, away: predictedAwayScore }
  if (awardedResult !== null) return verdictOf(called, { outcome: awardedResult, home: null, away: null })
  if (home === null || away === null) return null
  return verdictOf(called, { outcome: outcomeOf(home, away), home, away })
}

export function pointsFor(pick: Called, fixture: Fixture): number | null {
  const verdict = verdictFor(pick, fixture)
  return verdict && pointsPerVerdict(fixture.season)[verdict]
}
