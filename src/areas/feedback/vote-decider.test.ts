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
const by = (userId: number, type: 'vote' | 'retract', of: FeedbackState = feedback) =>
  ({ type, feedbackId: 3, userId, feedback: of }) as const

describe('a vote for feedback', () => {
  test('counts once (R82)', () => {
    given(voteDecider).when(by(reader, 'vote')).then([voted])
    given(voteDecider, [voted]).when(by(reader, 'vote')).then([])
  })

  test('can be retracted and repeated (R82)', () => {
    given(voteDecider, [voted]).when(by(reader, 'retract')).then([retracted])
    given(voteDecider, [voted, retracted]).when(by(reader, 'retract')).then([])
    given(voteDecider, [voted, retracted]).when(by(reader, 'vote')).then([voted])
  })

  test('is refused to the author (R82)', () => {
    for (const type of ['vote', 'retract'] as const)
      given(voteDecider).when(by(author, type)).then(rejected('own-feedback'))
  })

  test('for unknown feedback is refused', () => {
    for (const type of ['vote', 'retract'] as const)
      given(voteDecider)
        .when(by(reader, type, { status: 'none' }))
        .then(rejected('feedback-not-found'))
  })
})
