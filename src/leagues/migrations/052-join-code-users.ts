import type { Migration } from '../../database/migration.ts'

/** Whose counter it is, so that it goes with its user as all rows do that have a `user_id`. */
export const joinCodeUsers: Migration = {
  name: '052-join-code-users',
  sql: `
    alter table app.join_code_attempts
      add column user_id bigint generated always as (case when scope = 'user' then key::bigint end) stored;
  `,
}
