import { code, erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from './contract.ts'

/** SQL order of statuses from open to closed. Query and index share it. */
export const BY_STATUS = `case status when 'open' then 1 when 'in-progress' then 2 when 'resolved' then 3 else 4 end`

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof feedbackTables> {}
}

export const feedbackTables = readModel(
  {
    feedback: table({
      doc:
        'One row per feedback entry; a higher `id` is newer. `user_id`: author, null once deleted, as is `answered_by_user_id`, the ' +
        'administrator who answered. `votes`: number of votes.',
      columns: {
        id: integer('Id of the entry; newer entries have higher ids.'),
        user_id: integer('Author, by `people.id`; null: deleted.', {
          nullable: true,
          dataSubject: 'clears',
        }),
        category: code<FeedbackCategory>('`bug`, `feature`, `improvement` or `general`.'),
        title: text('Title of the entry.'),
        description: text('Text of the entry.'),
        priority: code<FeedbackPriority>('`low`, `medium` or `high`.'),
        status: code<FeedbackStatus>('`open`, `in-progress`, `resolved` or `closed`.'),
        admin_response: text('Answer of an administrator; null: none.', { nullable: true }),
        answered_by_user_id: integer('Administrator who answered, by `people.id`; null: no answer, or deleted.', {
          nullable: true,
          dataSubject: 'clears',
        }),
        answered_at: timestamp('Time of the answer; null: none.', { nullable: true }),
        created_at: timestamp(),
        updated_at: timestamp(),
        votes: integer('Number of votes.'),
      },
      key: ['id'],
      indexes: { feedback_user: '(user_id)', feedback_answered: '(answered_by_user_id)' },
      readIndexes: {
        feedback_by_votes: '(votes desc, id desc)',
        feedback_by_status: `((${BY_STATUS}), id desc)`,
      },
    }),
    feedback_votes: table({
      doc: 'One row per vote.',
      columns: {
        feedback_id: integer('Feedback entry, by `feedback.id`.'),
        user_id: integer(null, { dataSubject: 'deletes' }),
      },
      key: ['feedback_id', 'user_id'],
      indexes: { feedback_votes_user: '(user_id)' },
    }),
  },
  { erased },
)
