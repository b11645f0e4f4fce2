import { type Decider, reject } from '../../kernel/decider.ts'
import { isOpenAt, type Openness } from '../fixtures/cutoff.ts'
import type { Pick, PredictionEvent } from './events.ts'

/** Why a match accepts no picks. */
export type RejectionReason = 'fixture-not-found' | 'no-date' | 'fixture-cancelled' | 'prediction-period-ended'

interface Whose {
  readonly userId: number
  readonly fixtureId: number
}

interface Base extends Whose {
  readonly pick: Pick
  /** Entry of the pick for the seal, by its revision (docs/proofs.md); null without a key, because the player was erased. */
  readonly entryOf: (revision: number) => string | null
  /** State of the match, by the latest revision of its stream. */
  readonly match: Openness & { readonly gameweek?: number }
  /** The pick is rejected if the match is in another gameweek. */
  readonly gameweek?: number | undefined
  /** Server time of the request, ISO 8601. */
  readonly at: string
}

export type PredictionCommand =
  /** The first pick; rejected if there is one already. */
  | (Base & { readonly type: 'submit'; readonly predictionId: number })
  /** A changed pick; rejected if there is none yet. */
  | (Base & { readonly type: 'update' })
  /** Submits or updates, for a gameweek saved in one request. */
  | (Base & {
      readonly type: 'save'
      readonly predictionId: number
      /** Revision of the pick that the player saw, 0 for none; rejected if there is another pick. */
      readonly basedOn?: number | undefined
    })
  /** The last pick came after the event that closed its match. `effective`: the pick that counts. */
  | (Whose & { readonly type: 'void'; readonly effective: Pick | null })

/** `revision`: number of picks so far, void ones included. */
export type PredictionState =
  | { readonly status: 'none'; readonly revision: number }
  | { readonly status: 'submitted'; readonly revision: number; readonly predictionId: number; readonly pick: Pick }

export type PredictionError =
  | RejectionReason
  | 'already-predicted'
  | 'prediction-not-found'
  | 'wrong-gameweek'
  | 'changed-elsewhere'

/** Decides about one prediction of one user for one match. The stream name guarantees that there is only one. */
export const predictionDecider: Decider<PredictionCommand, PredictionEvent, PredictionState, PredictionError> = {
  initialState: { status: 'none', revision: 0 },

  evolve(state, event) {
    const { predictionId, pick } = event.data
    const revision = event.type === 'PredictionVoided' ? state.revision : event.data.revision
    return pick === null ? { status: 'none', revision } : { status: 'submitted', revision, predictionId, pick }
  },

  decide(command, state) {
    const { userId, fixtureId } = command
    if (command.type === 'void') {
      if (state.status === 'none') return []
      const data = { predictionId: state.predictionId, userId, fixtureId, pick: command.effective }
      return [{ type: 'PredictionVoided', data }]
    }
    const { pick, match, gameweek, at, entryOf } = command
    if (gameweek !== undefined && match.status !== 'none' && match.gameweek !== gameweek)
      return reject('wrong-gameweek')
    if (command.type === 'update' && state.status === 'none') return reject('prediction-not-found')
    const reason = rejectionReasonOf(match, at)
    if (reason !== null) return reject(reason)
    if (command.type === 'submit' && state.status === 'submitted') return reject('already-predicted')
    const revision = state.revision + 1
    const picked = { userId, fixtureId, pick, revision }
    if (state.status === 'submitted') {
      if (samePick(state.pick, pick)) return []
      if (command.type === 'save' && command.basedOn !== undefined && command.basedOn !== state.revision)
        return reject('changed-elsewhere')
      const { predictionId } = state
      return [{ type: 'PredictionUpdated', data: { predictionId, ...picked, entry: entryOf(revision) } }]
    }
    if (command.type === 'update') return reject('prediction-not-found')
    const { predictionId } = command
    return [{ type: 'PredictionSubmitted', data: { predictionId, ...picked, entry: entryOf(revision) } }]
  },
}

/** Returns why a match accepts no pick at `at`; null: it does, until 5 minutes before kickoff. */
export function rejectionReasonOf(match: Openness, at: string): RejectionReason | null {
  if (match.status === 'none') return 'fixture-not-found'
  if (match.status === 'cancelled') return 'fixture-cancelled'
  if (isOpenAt(match, at)) return null
  return match.kickoff === null && !match.closed ? 'no-date' : 'prediction-period-ended'
}

function samePick(a: Pick, b: Pick): boolean {
  return a.result === b.result && a.score?.home === b.score?.home && a.score?.away === b.score?.away
}
