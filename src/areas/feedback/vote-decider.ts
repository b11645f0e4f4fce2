import { type Decider, reject } from '../../kernel/decider.ts'
import type { FeedbackVoteEvent } from './events.ts'
import type { FeedbackState } from './feedback-decider.ts'

/** `feedback`: what the vote is for, by the latest revision of its stream. It is never taken away again, so no vote can race that. */
export interface VoteCommand {
  readonly type: 'vote' | 'take-back'
  readonly feedbackId: number
  readonly userId: number
  readonly feedback: FeedbackState
}

export interface VoteState {
  readonly hasVoted: boolean
}

export type VoteRefusal = 'feedback-not-found' | 'own-feedback'

/** The vote of one player for one feedback of somebody else (docs/rules.md R82). The same again changes nothing. */
export const voteDecider: Decider<VoteCommand, FeedbackVoteEvent, VoteState, VoteRefusal> = {
  initialState: { hasVoted: false },

  evolve: (_state, { type }) => ({ hasVoted: type === 'FeedbackVoted' }),

  decide({ type, feedbackId, userId, feedback }, { hasVoted }) {
    if (feedback.status === 'none') return reject('feedback-not-found')
    if (feedback.userId === userId) return reject('own-feedback')
    const data = { feedbackId, userId }
    if (type === 'vote') return hasVoted ? [] : [{ type: 'FeedbackVoted', data }]
    return hasVoted ? [{ type: 'FeedbackVoteTakenBack', data }] : []
  },
}
