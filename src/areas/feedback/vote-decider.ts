import { type Decider, reject } from '../../kernel/decider.ts'
import type { FeedbackVoteEvent } from './events.ts'
import type { FeedbackState } from './feedback-decider.ts'

/** `feedback`: latest state of the entry. Entries are never deleted, so no vote can race a deletion. */
export interface VoteCommand {
  readonly type: 'vote' | 'retract'
  readonly feedbackId: number
  readonly userId: number
  readonly feedback: FeedbackState
}

interface VoteState {
  readonly hasVoted: boolean
}

export type VoteRefusal = 'feedback-not-found' | 'own-feedback'

/** A player’s vote for feedback of another player (docs/rules.md R82). A repeated command changes nothing. */
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
