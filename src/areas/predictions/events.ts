import { byCall, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { Outcome } from '../fixtures/events.ts'

/** A predicted result; `score` is null for a pick without a score. */
export interface Pick {
  readonly result: Outcome
  readonly score: { readonly home: number; readonly away: number } | null
}

/** Events of stream `prediction-{user}-{fixture}`: one prediction per user and fixture. Times are in the metadata's `at`. */
export const predictionEvents = purgeable([], {
  PredictionSubmitted: event<{ predictionId: number; userId: number; fixtureId: number; pick: Pick }>({
    test: byCall('POST /api/predictions'),
  }),
  PredictionUpdated: event<{ predictionId: number; userId: number; fixtureId: number; pick: Pick }>({
    test: byCall('PUT /api/predictions/:id', { names: { id: 'predictionId' } }),
  }),
  /**
   * The previous pick came after the event that closed its match, so it never counted. This event records that in the stream.
   * `pick`: the pick that counts; null: none, and the player may predict again once the match is open.
   */
  PredictionVoided: event<{ predictionId: number; userId: number; fixtureId: number; pick: Pick | null }>({
    test: byGame,
  }),
})
export type PredictionEvent = EventsOf<typeof predictionEvents>
