import type { Migration } from '../../database/migration.ts'

/** Wrong join codes of the last hour, by user and by address (keyed hashes; docs/threats.md T37). */
export const joinCodes: Migration = {
  name: '050-leagues',
  sql: `
    create table app.join_code_attempts (
      scope text collate "C" not null check (scope in ('ip', 'user')),
      key text collate "C" not null,
      wrong int not null,
      since timestamptz not null,
      primary key (scope, key)
    );
    create index join_code_attempts_age on app.join_code_attempts (since);
  `,
}
