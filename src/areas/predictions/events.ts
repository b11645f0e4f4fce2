import { byCall, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { Outcome } from '../fixtures/events.ts'

/** A predicted result; `score` is null for a pick without a score. */
export interface Pick {
  readonly result: Outcome
  readonly score: { readonly home: number; readonly away: number } | null
}

/** Version 2 added the commitment of the pick (docs/proofs.md). */
const withoutCommitment = (data: unknown) => ({ ...(data as object), revision: 0, entry: null })

/**
 * Events of stream `prediction-{user}-{fixture}`: one prediction per user and fixture. Times are in the metadata's `at`. `revision`: number
 * of the pick in its stream, from 1; 0 before version 2. `entry`: entry of the pick in the seal, in hex; null before version 2, and if the
 * player was erased meanwhile.
 */
export const predictionEvents = purgeable([], {
  PredictionSubmitted: event<{
    predictionId: number
    userId: number
    fixtureId: number
    pick: Pick
    revision: number
    entry: string | null
  }>({
    upcasters: [withoutCommitment],
    test: byCall('POST /api/predictions'),
  }),
  PredictionUpdated: event<{
    predictionId: number
    userId: number
    fixtureId: number
    pick: Pick
    revision: number
    entry: string | null
  }>({
    upcasters: [withoutCommitment],
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
