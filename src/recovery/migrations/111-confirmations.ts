import type { Migration } from '../../database/migration.ts'

/** Mails that confirm an address are counted by the box that they go to, whichever account asks for them (`confirm`). */
export const confirmations: Migration = {
  name: '111-confirmations',
  sql: `
    alter table app.recovery_tries drop constraint recovery_tries_scope_check;
    alter table app.recovery_tries add constraint recovery_tries_scope_check
      check (scope in ('ip', 'mail', 'help', 'answer', 'confirm'));
  `,
}
