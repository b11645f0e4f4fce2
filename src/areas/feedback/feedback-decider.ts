import { type Decider, reject } from '../../kernel/decider.ts'
import type { FeedbackStatus } from './contract.ts'
import type { FeedbackEvent } from './events.ts'

type Submitted = Readonly<Extract<FeedbackEvent, { type: 'FeedbackSubmitted' }>['data']>

export type FeedbackCommand =
  | ({ readonly type: 'submit' } & Submitted)
  /** By an administrator; undefined fields keep their values. */
  | {
      readonly type: 'answer'
      readonly by: number
      readonly status?: FeedbackStatus | undefined
      readonly adminResponse?: string | null | undefined
    }

export type FeedbackState =
  | { readonly status: 'none' }
  | (Submitted & { readonly status: FeedbackStatus; readonly adminResponse: string | null })

type FeedbackRefusal = 'feedback-not-found'

/** One feedback entry. Administrators may change its status from any of the four to any other (docs/rules.md R83). */
export const feedbackDecider: Decider<FeedbackCommand, FeedbackEvent, FeedbackState, FeedbackRefusal> = {
  initialState: { status: 'none' },

  evolve(state, { type, data }) {
    if (type === 'FeedbackSubmitted') return { ...data, status: 'open', adminResponse: null }
    return state.status === 'none' ? state : { ...state, status: data.status, adminResponse: data.adminResponse }
  },

  decide(command, state) {
    if (command.type === 'submit') {
      const { type: _, ...data } = command
      return state.status === 'none' ? [{ type: 'FeedbackSubmitted', data }] : []
    }
    if (state.status === 'none') return reject('feedback-not-found')
    const { by, status = state.status, adminResponse = state.adminResponse } = command
    if (status === state.status && adminResponse === state.adminResponse) return []
    return [{ type: 'FeedbackAnswered', data: { feedbackId: state.feedbackId, by, status, adminResponse } }]
  },
}
