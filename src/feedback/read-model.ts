import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from '../contracts/feedback.ts'
import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof feedbackRows> {}
}

export const feedbackRows = rows({
  'read.feedback': {
    id: 'integer',
    user_id: 'integer | null',
    category: text<FeedbackCategory>(),
    title: 'text',
    description: 'text',
    priority: text<FeedbackPriority>(),
    status: text<FeedbackStatus>(),
    admin_response: 'text | null',
    answered_by_user_id: 'integer | null',
    answered_at: 'timestamp with time zone | null',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    votes: 'integer',
  },
  'read.feedback_votes': {
    feedback_id: 'integer',
    user_id: 'integer',
  },
})
