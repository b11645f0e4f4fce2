import { outcomeOf } from '../../contracts/points.ts'
import type { FixtureEvent, Outcome } from '../fixtures/events.ts'
import { changesOf } from '../fixtures/match.ts'

/** A result for scoring: `2-1`, or the outcome of an awarded match. */
export type Result = `${number}-${number}` | Outcome
/** Why a match no longer has a result. */
export type NoResult = 'lifted' | 'abandoned' | 'cancelled' | 'postponed'

/** Current results by fixture id. */
export type Results = Readonly<Record<string, Result>>

/** A change of an existing result. Points of the match were based on `was`, and are now based on `now`. */
export interface Correction {
  readonly fixtureId: number
  readonly was: Result
  readonly now: Result | NoResult
  readonly reason: string | null
}

/** Folds an event of a match into the results. A first result is no correction. */
export function foldResult(
  results: Results,
  event: FixtureEvent,
): { readonly results: Results; readonly correction: Correction | null } {
  const { fixtureId, reason } = event.data as { fixtureId: number; reason: string | null }
  const { [fixtureId]: was, ...others } = results
  const now = resultOf(event, was !== undefined)
  if (now === undefined || was === now) return { results, correction: null }
  return {
    results: isResult(now) ? { ...results, [fixtureId]: now } : others,
    correction: was === undefined ? null : { fixtureId, was, now, reason },
  }
}

/** Returns the result of a match after an event; undefined: the event does not affect it. A match with a result was over. */
function resultOf(event: FixtureEvent, hadResult: boolean): Result | NoResult | undefined {
  const changes = event.type === 'FixtureScheduled' ? null : changesOf(event, hadResult)
  if (!changes?.result) return undefined
  const { stage, outcome, score } = changes.result
  if (score !== null) return `${score.home}-${score.away}`
  if (outcome !== null) return outcome
  if (stage === 'abandoned' || stage === 'cancelled') return stage
  return changes.kickoff === null ? 'postponed' : 'lifted'
}

const withoutResult: readonly string[] = ['lifted', 'abandoned', 'cancelled', 'postponed'] satisfies NoResult[]
export const isResult = (word: Result | NoResult): word is Result => !withoutResult.includes(word)

/** Returns the outcome and score that points are based on. The score is null for awarded matches; all null without a result. */
export function countedBy(word: Result | NoResult): {
  readonly outcome: Outcome | null
  readonly home: number | null
  readonly away: number | null
} {
  if (!isResult(word)) return { outcome: null, home: null, away: null }
  if (word === 'home' || word === 'draw' || word === 'away') return { outcome: word, home: null, away: null }
  const [home, away] = word.split('-').map(Number) as [number, number]
  return { outcome: outcomeOf(home, away), home, away }
}
