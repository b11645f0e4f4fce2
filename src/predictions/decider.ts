import { type Decider, reject } from '../kernel/decider.ts'
import type { Pick, PredictionEvent } from './events.ts'

/** What keeps a fixture from taking picks at the command's `at`; found from the latest revision of its stream. */
export type Barrier = 'fixture-not-found' | 'no-date' | 'fixture-cancelled' | 'prediction-period-ended'

interface Base {
  readonly userId: number
  readonly fixtureId: number
  readonly pick: Pick
  /** null: the fixture takes picks. */
  readonly barrier: Barrier | null
}

export type PredictionCommand =
  /** The first pick; refused when there is one. */
  | (Base & { readonly type: 'submit'; readonly predictionId: number })
  /** Another pick; refused when there is none. */
  | (Base & { readonly type: 'update' })
  /** First or another, whichever it is: for a gameweek saved at once. */
  | (Base & { readonly type: 'save'; readonly predictionId: number })

export type PredictionState =
  | { readonly status: 'none' }
  | { readonly status: 'submitted'; readonly predictionId: number; readonly pick: Pick }

export type PredictionError = Barrier | 'already-predicted' | 'prediction-not-found'

/** One prediction of one user for one fixture; its stream is the uniqueness rule (decisions.md, Predictions and points). */
export const prediction: Decider<PredictionCommand, PredictionEvent, PredictionState, PredictionError> = {
  initialState: { status: 'none' },

  evolve(_state, event) {
    switch (event.type) {
      case 'PredictionSubmitted':
      case 'PredictionUpdated':
        return { status: 'submitted', predictionId: event.data.predictionId, pick: event.data.pick }
    }
  },

  decide(command, state) {
    const { userId, fixtureId, pick, barrier } = command
    if (command.type === 'submit' && state.status === 'submitted') return reject('already-predicted')
    if (command.type === 'update' && state.status === 'none') return reject('prediction-not-found')
    if (barrier !== null) return reject(barrier)
    if (state.status === 'submitted') {
      if (samePick(state.pick, pick)) return []
      return [{ type: 'PredictionUpdated', data: { predictionId: state.predictionId, userId, fixtureId, pick } }]
    }
    if (command.type === 'update') return reject('prediction-not-found')
    return [{ type: 'PredictionSubmitted', data: { predictionId: command.predictionId, userId, fixtureId, pick } }]
  },
}

function samePick(a: Pick, b: Pick): boolean {
  return a.result === b.result && a.score?.home === b.score?.home && a.score?.away === b.score?.away
}
