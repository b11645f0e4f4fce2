import type { Migration } from './migration.ts'

/** The migrations that belong to no area. */
export const commonMigrations: readonly Migration[] = [
  {
    name: '017-unused-ids',
    sql: 'drop sequence if exists app.seq_comment, app.seq_notification, app.seq_reset_request',
  },
  { name: '071-messages', sql: 'drop table if exists app.socket_io_attachments' },
]
