import type { FixtureEvent, Outcome } from '../fixtures/events.ts'

/** A result as it counts: `2-1`, or the outcome of an awarded match. */
export type Result = `${number}-${number}` | Outcome
/** Why a match that had a result has none. */
export type NoResult = 'lifted' | 'abandoned' | 'cancelled' | 'postponed'

/** Results that count, by fixture id. */
export type Results = Readonly<Record<string, Result>>

/** A result after there was one already: what the points of that match were counted by, and are from now on. */
export interface Correction {
  readonly fixtureId: number
  readonly was: Result
  readonly now: Result | NoResult
  readonly reason: string | null
}

/** Folds an event of a match. A first result is no correction. */
export function foldResult(
  results: Results,
  event: FixtureEvent,
): { readonly results: Results; readonly correction: Correction | null } {
  const now = resultOf(event)
  if (now === undefined) return { results, correction: null }
  const { fixtureId, reason } = event.data as { fixtureId: number; reason: string | null }
  const { [fixtureId]: was, ...others } = results
  if (was === now) return { results, correction: null }
  return {
    results: isResult(now) ? { ...results, [fixtureId]: now } : others,
    correction: was === undefined ? null : { fixtureId, was, now, reason },
  }
}

/** What a match's result is by an event; undefined: the event says nothing of it. */
function resultOf(event: FixtureEvent): Result | NoResult | undefined {
  switch (event.type) {
    case 'MatchFinished':
    case 'MatchResultCorrected':
      return `${event.data.homeScore}-${event.data.awayScore}`
    case 'ResultLifted': {
      const { homeScore, awayScore } = event.data
      return homeScore === null || awayScore === null ? 'lifted' : `${homeScore}-${awayScore}`
    }
    case 'MatchAwarded':
      return event.data.result
    case 'MatchAbandoned':
      return 'abandoned'
    case 'FixtureCancelled':
      return 'cancelled'
    case 'FixturePostponed':
      return 'postponed'
    default:
      return undefined
  }
}

const withoutResult: readonly string[] = ['lifted', 'abandoned', 'cancelled', 'postponed'] satisfies NoResult[]
export const isResult = (word: Result | NoResult): word is Result => !withoutResult.includes(word)

/** What a result pays by: the outcome, and the score where there is one; all null without a result. */
export function countedBy(word: Result | NoResult): {
  readonly outcome: Outcome | null
  readonly home: number | null
  readonly away: number | null
} {
  if (!isResult(word)) return { outcome: null, home: null, away: null }
  if (word === 'home' || word === 'draw' || word === 'away') return { outcome: word, home: null, away: null }
  const [home, away] = word.split('-').map(Number) as [number, number]
  return { outcome: home > away ? 'home' : home < away ? 'away' : 'draw', home, away }
}
