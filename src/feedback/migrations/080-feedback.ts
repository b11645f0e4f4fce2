import type { Migration } from '../../database/migration.ts'

export const feedbackSequence: Migration = {
  name: '080-feedback',
  sql: 'create sequence app.seq_feedback as bigint;',
}
