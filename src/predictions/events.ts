import type { Outcome } from '../fixtures/events.ts'
import type { Event } from '../kernel/event.ts'

/** What was predicted; `score` is null for a result only. */
export interface Pick {
  readonly result: Outcome
  readonly score: { readonly home: number; readonly away: number } | null
}

/** Stream `prediction-{user}-{fixture}`: the stream is the uniqueness rule. Times are in the metadata's `at`. */
export type PredictionEvent =
  | Event<'PredictionSubmitted', { predictionId: number; userId: number; fixtureId: number; pick: Pick }>
  | Event<'PredictionUpdated', { predictionId: number; userId: number; fixtureId: number; pick: Pick }>
  /**
   * The pick before it came after what closed its match: by its place in the log it never counted, and this says so in the
   * stream too. `pick`: what stands; null: nothing does, and the player may predict again once the match is open.
   */
  | Event<'PredictionVoided', { predictionId: number; userId: number; fixtureId: number; pick: Pick | null }>
