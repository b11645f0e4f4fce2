import type { Migration } from '../../database/migration.ts'

/** Who had a right join code, and when: they are not held by what others at their address mistype. */
export const rightJoinCodes: Migration = {
  name: '051-right-join-codes',
  sql: `
    create table app.right_join_codes (
      user_id bigint primary key,
      at timestamptz not null
    );
    create index on app.right_join_codes (at);
  `,
}
