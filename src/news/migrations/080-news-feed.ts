import type { Migration } from '../../database/migration.ts'

/** What the configured source of news gave last, for all nodes: one row at most. */
export const newsFeed: Migration = {
  name: '080-news-feed',
  sql: `
    create table app.news_feed (
      source text collate "C" primary key,
      asked_at timestamptz not null,
      taken_at timestamptz,
      problem text,
      articles jsonb not null
    );
  `,
}
