import type { Migration } from '../../database/migration.ts'

/**
 * Pictures of people, outside the log and the same on every node (docs/decisions/0035). A new one is stored before its event, and the old one
 * deleted after it. They go with the account, in the same statement.
 */
export const avatarTable: Migration = {
  name: '120-avatars',
  sql: `
    create table app.avatars (
      name text collate "C" primary key,
      user_id bigint not null references app.credentials (user_id) on delete cascade,
      picture bytea not null,
      stored_at timestamptz not null
    );
    create index avatars_user on app.avatars (user_id);
    alter table app.avatars alter column picture set storage external;
  `,
}
