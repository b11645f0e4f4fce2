import type { Migration } from '../migration.ts'

/** Sequences that were made ahead of what they were meant for: an area makes its own. */
export const unusedIds: Migration = {
  name: '017-unused-ids',
  sql: 'drop sequence app.seq_comment, app.seq_feedback, app.seq_share, app.seq_notification, app.seq_reset_request;',
}
