import type { Migration } from '../migration.ts'

/** What became of the last refresh from the configured source of fixtures: one row at most. */
export const feedState: Migration = {
  name: '043-feed-state',
  sql: `
    create table app.feed_state (
      source text collate "C" primary key,
      at timestamptz not null,
      taken_at timestamptz,
      problem text,
      since timestamptz not null
    );
  `,
}
