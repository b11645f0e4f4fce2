import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import { outcomeOf, pricesOf, verdictOf } from '../../../../src/contracts/points.ts'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import type { Verdict } from '../../../../src/contracts/prices.ts'

type Called = Pick<Prediction, 'predictedResult' | 'predictedHomeScore' | 'predictedAwayScore'>

/** What a pick comes to as the match stands. null: there is nothing to measure it by yet. */
export function verdictFor(pick: Called, { homeScore: home, awayScore: away, awardedResult }: Fixture): Verdict | null {
  const { predictedResult: outcome, predictedHomeScore, predictedAwayScore } = pick
  const called = { outcome, home: predictedHomeScore, away: predictedAwayScore }
  if (awardedResult !== null) return verdictOf(called, { outcome: awardedResult, home: null, away: null })
  if (home === null || away === null) return null
  return verdictOf(called, { outcome: outcomeOf(home, away), home, away })
}

/** What that verdict pays. */
export function pointsFor(pick: Called, fixture: Fixture): number | null {
  const verdict = verdictFor(pick, fixture)
  return verdict && pricesOf(fixture.season)[verdict]
}
