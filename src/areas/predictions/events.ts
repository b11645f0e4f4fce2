import { byCall, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { Outcome } from '../fixtures/events.ts'

/** What was predicted; `score` is null for a result only. */
export interface Pick {
  readonly result: Outcome
  readonly score: { readonly home: number; readonly away: number } | null
}

/** Stream `prediction-{user}-{fixture}`: the stream is the uniqueness rule. Times are in the metadata's `at`. */
export const predictionEvents = purgeable([], {
  PredictionSubmitted: event<{ predictionId: number; userId: number; fixtureId: number; pick: Pick }>({
    test: byCall('POST /api/predictions'),
  }),
  PredictionUpdated: event<{ predictionId: number; userId: number; fixtureId: number; pick: Pick }>({
    test: byCall('PUT /api/predictions/:id', { names: { id: 'predictionId' } }),
  }),
  /**
   * The pick before it came after what closed its match: by its place in the log it never counted, and this says so in the
   * stream too. `pick`: what stands; null: nothing does, and the player may predict again once the match is open.
   */
  PredictionVoided: event<{ predictionId: number; userId: number; fixtureId: number; pick: Pick | null }>({
    test: byGame,
  }),
})
export type PredictionEvent = EventsOf<typeof predictionEvents>
