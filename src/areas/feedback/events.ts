import { byAdministrator, byCall, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'
import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from './contract.ts'

export const feedbackIds: IdKind = { name: 'feedback', views: ['feedback'], isOrdered: true }

/** Stream of one feedback entry. */
export const feedbackStream = (feedbackId: number): string => `feedback-${feedbackId}`

/**
 * Stream `feedback-{id}`. The texts are public and outlive their author’s account, so they are not encrypted.
 * `status` and `adminResponse` (null: none) replace earlier values; `by` is the administrator.
 */
export const feedbackEvents = {
  FeedbackSubmitted: event<{
    feedbackId: number
    userId: number
    category: FeedbackCategory
    title: string
    description: string
    priority: FeedbackPriority
  }>({ test: byCall('POST /api/feedback') }),
  FeedbackAnswered: event<{ feedbackId: number; by: number; status: FeedbackStatus; adminResponse: string | null }>({
    secret: ['by'],
    test: byAdministrator,
  }),
}
export type FeedbackEvent = EventsOf<typeof feedbackEvents>

/** Stream of a player’s vote: the name makes it unique per player and feedback. */
export const feedbackVoteStream = (feedbackId: number, userId: number): string =>
  `feedback-vote-${feedbackId}-${userId}`

const ofFeedback = { names: { id: 'feedbackId' } }
/** Stream `feedback-vote-{feedback}-{user}`. */
export const feedbackVoteEvents = {
  FeedbackVoted: event<{ feedbackId: number; userId: number }>({
    test: byCall('POST /api/feedback/:id/vote', ofFeedback),
  }),
  FeedbackVoteTakenBack: event<{ feedbackId: number; userId: number }>({
    test: byCall('DELETE /api/feedback/:id/vote', ofFeedback),
  }),
}
export type FeedbackVoteEvent = EventsOf<typeof feedbackVoteEvents>
