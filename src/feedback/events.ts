import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from '../contracts/feedback.ts'
import type { Event } from '../kernel/event.ts'

/**
 * Stream `feedback-{id}`. Its texts are for everybody and stay when their author is deleted: they are not under anybody's key.
 * `status` and `adminResponse` (null: none) are what stands from then on; `by` is the administrator.
 */
export type FeedbackEvent =
  | Event<
      'FeedbackSubmitted',
      {
        feedbackId: number
        userId: number
        category: FeedbackCategory
        title: string
        description: string
        priority: FeedbackPriority
      }
    >
  | Event<'FeedbackAnswered', { feedbackId: number; by: number; status: FeedbackStatus; adminResponse: string | null }>

/** Stream `feedback-vote-{feedback}-{user}`: one player's vote for one feedback. */
export type FeedbackVoteEvent =
  | Event<'FeedbackVoted', { feedbackId: number; userId: number }>
  | Event<'FeedbackVoteTakenBack', { feedbackId: number; userId: number }>
