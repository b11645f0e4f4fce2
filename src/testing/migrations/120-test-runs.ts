import type { Migration } from '../../database/migration.ts'

/**
 * Runs of the testing tool, from the page and from the terminal: one at a time. `beat_at` is when its process last said that it goes on;
 * `by_user_id` null: the terminal.
 */
export const testRuns: Migration = {
  name: '120-test-runs',
  sql: `
    create table app.test_runs (
      id int generated always as identity primary key,
      kind text collate "C" not null,
      state text collate "C" not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
      gameweeks int[] not null,
      seed int,
      by_user_id int,
      started_at timestamptz not null,
      ended_at timestamptz,
      beat_at timestamptz not null default now(),
      stop_asked boolean not null default false,
      percent int not null default 0,
      steps jsonb not null default '[]',
      counts jsonb not null default '{}',
      message text,
      error text
    );
    create unique index test_runs_one on app.test_runs (state) where state = 'running';
  `,
}
