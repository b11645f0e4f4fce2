import type { Migration } from '../../database/migration.ts'

/**
 * Inboxes of players: filled once by a reactor, never built anew. `source` is the id of the event that is told, once to each
 * player; `created_at` its effective time, `stored_at` the time from which it is kept for 180 days.
 */
export const inboxes: Migration = {
  name: '060-notifications',
  sql: `
    create table app.notifications (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      source text collate "C" not null,
      kind text collate "C" not null check (kind in ('achievement', 'correction', 'gameweek', 'prize', 'league')),
      data jsonb not null,
      created_at timestamptz not null,
      stored_at timestamptz not null,
      read_at timestamptz,
      unique (source, user_id)
    );
    create index notifications_inbox on app.notifications (user_id, id desc);
    create index notifications_age on app.notifications (stored_at);
  `,
}
