import { describe, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { FeedbackVoteEvent } from './events.ts'
import type { FeedbackState } from './feedback-decider.ts'
import { voteDecider } from './vote-decider.ts'

const [author, reader] = [7, 8]
const feedback: FeedbackState = {
  status: 'closed',
  feedbackId: 3,
  userId: author,
  category: 'bug',
  title: 'Leeds twice',
  description: 'The match is listed two times.',
  priority: 'low',
  adminResponse: null,
}
const data = { feedbackId: 3, userId: reader }
const voted: FeedbackVoteEvent = { type: 'FeedbackVoted', data }
const retracted: FeedbackVoteEvent = { type: 'FeedbackVoteTakenBack', data }
const by = (userId: number, type: 'vote' | 'take-back', of: FeedbackState = feedback) =>
  ({ type, feedbackId: 3, userId, feedback: of }) as const

describe('a vote for feedback', () => {
  test('is given once (R82)', () => {
    given(voteDecider).when(by(reader, 'vote')).then([voted])
    given(voteDecider, [voted]).when(by(reader, 'vote')).then([])
  })

  test('is taken back, and given again (R82)', () => {
    given(voteDecider, [voted]).when(by(reader, 'take-back')).then([retracted])
    given(voteDecider, [voted, retracted]).when(by(reader, 'take-back')).then([])
    given(voteDecider, [voted, retracted]).when(by(reader, 'vote')).then([voted])
  })

  test('is never its author’s (R82)', () => {
    for (const type of ['vote', 'take-back'] as const)
      given(voteDecider).when(by(author, type)).then(rejected('own-feedback'))
  })

  test('for what is not there is none', () => {
    for (const type of ['vote', 'take-back'] as const)
      given(voteDecider)
        .when(by(reader, type, { status: 'none' }))
        .then(rejected('feedback-not-found'))
  })
})
