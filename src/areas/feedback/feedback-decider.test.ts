import { describe, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { FeedbackStatus } from './contract.ts'
import type { FeedbackEvent } from './events.ts'
import { feedbackDecider } from './feedback-decider.ts'

const [author, admin] = [7, 1]
const said = {
  feedbackId: 3,
  userId: author,
  category: 'feature',
  title: 'Let me mute one league',
  description: 'It tells me too much.',
  priority: 'medium',
} as const
const submitted: FeedbackEvent = { type: 'FeedbackSubmitted', data: said }
const answered = (status: FeedbackStatus, adminResponse: string | null = null): FeedbackEvent => ({
  type: 'FeedbackAnswered',
  data: { feedbackId: 3, by: admin, status, adminResponse },
})
const answer = (patch: { status?: FeedbackStatus; adminResponse?: string | null }) =>
  ({ type: 'answer', by: admin, ...patch }) as const

describe('feedback', () => {
  test('is submitted once (R81)', () => {
    const submit = { type: 'submit', ...said } as const
    given(feedbackDecider).when(submit).then([submitted])
    given(feedbackDecider, [submitted]).when(submit).then([])
  })

  test('can change from any status to any other (R83)', () => {
    for (const from of FeedbackStatus.options)
      for (const status of FeedbackStatus.options)
        given(feedbackDecider, [submitted, answered(from)])
          .when(answer({ status }))
          .then(from === status ? [] : [answered(status)])
  })

  test('keeps its status when it is answered (R83)', () => {
    given(feedbackDecider, [submitted, answered('resolved')])
      .when(answer({ adminResponse: 'Done.' }))
      .then([answered('resolved', 'Done.')])
  })

  test('keeps its answer when its status changes (R83)', () => {
    given(feedbackDecider, [submitted, answered('open', 'We look at it.')])
      .when(answer({ status: 'closed' }))
      .then([answered('closed', 'We look at it.')])
  })

  test('loses a removed answer (R83)', () => {
    given(feedbackDecider, [submitted, answered('open', 'We look at it.')])
      .when(answer({ adminResponse: null }))
      .then([answered('open')])
  })

  test('is not changed by the same answer', () => {
    given(feedbackDecider, [submitted, answered('closed', 'No.')])
      .when(answer({ status: 'closed', adminResponse: 'No.' }))
      .then([])
  })

  test('that does not exist is not found', () => {
    given(feedbackDecider)
      .when(answer({ status: 'closed' }))
      .then(rejected('feedback-not-found'))
  })
})
