import type { ColumnWords } from '../slice/columns.ts'
import type { feedbackRows } from './read-model.ts'

export const feedbackColumns: ColumnWords<typeof feedbackRows> = {
  'read.feedback': {
    id: 'Number of the feedback; later ones are higher.',
    user_id: 'The author, by `people.id`; null: deleted by now.',
    category: '`bug`, `feature`, `improvement` or `general`.',
    title: 'Its title.',
    description: 'What it says.',
    priority: '`low`, `medium` or `high`.',
    status: '`open`, `in-progress`, `resolved` or `closed`.',
    admin_response: 'The administrators’ answer; null: none yet.',
    answered_by_user_id: 'Who answered, by `people.id`; null: nobody yet, or deleted by now.',
    answered_at: 'When it was answered; null: not yet.',
    votes: 'How many players have voted for it.',
  },
  'read.feedback_votes': {
    feedback_id: 'The feedback, by `feedback.id`.',
  },
}
