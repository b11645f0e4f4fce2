import type { Migration } from '../../database/migration.ts'

/**
 * What the first administrator's drawn password is computed from, together with the key of the store: there until somebody has
 * signed in with it, so that a start which did not get far enough to show it is no loss. One row at most.
 */
export const firstAdministrator: Migration = {
  name: '047-first-administrator',
  sql: `
    create table app.first_administrator (
      single boolean primary key default true check (single),
      seed text not null,
      user_id bigint references app.credentials on delete cascade
    );
  `,
}
