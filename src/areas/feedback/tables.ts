import { code, erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from './contract.ts'

/** In SQL, what is open first and what is closed last; the list is ordered so, and an index has it. */
export const BY_STATUS = `case status when 'open' then 1 when 'in-progress' then 2 when 'resolved' then 3 else 4 end`

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof feedbackTables> {}
}

export const feedbackTables = readModel(
  {
    feedback: table({
      doc:
        'One row a feedback; a higher `id` came later. `user_id`: its author, null once they are deleted, as is `answered_by_user_id`, the ' +
        'administrator who gave the answer. `votes`: how many players have voted for it.',
      columns: {
        id: integer('Number of the feedback; later ones are higher.'),
        user_id: integer('The author, by `people.id`; null: deleted by now.', {
          nullable: true,
          dataSubject: 'clears',
        }),
        category: code<FeedbackCategory>('`bug`, `feature`, `improvement` or `general`.'),
        title: text('Its title.'),
        description: text('What it says.'),
        priority: code<FeedbackPriority>('`low`, `medium` or `high`.'),
        status: code<FeedbackStatus>('`open`, `in-progress`, `resolved` or `closed`.'),
        admin_response: text('The administrators’ answer; null: none yet.', { nullable: true }),
        answered_by_user_id: integer('Who answered, by `people.id`; null: nobody yet, or deleted by now.', {
          nullable: true,
          dataSubject: 'clears',
        }),
        answered_at: timestamp('When it was answered; null: not yet.', { nullable: true }),
        created_at: timestamp(),
        updated_at: timestamp(),
        votes: integer('How many players have voted for it.'),
      },
      key: ['id'],
      indexes: { feedback_user: '(user_id)', feedback_answered: '(answered_by_user_id)' },
      readIndexes: {
        feedback_by_votes: '(votes desc, id desc)',
        feedback_by_status: `((${BY_STATUS}), id desc)`,
      },
    }),
    feedback_votes: table({
      doc: 'One row a player and feedback that they have voted for.',
      columns: {
        feedback_id: integer('The feedback, by `feedback.id`.'),
        user_id: integer(null, { dataSubject: 'deletes' }),
      },
      key: ['feedback_id', 'user_id'],
      indexes: { feedback_votes_user: '(user_id)' },
    }),
  },
  { erased },
)
