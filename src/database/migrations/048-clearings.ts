import type { Migration } from '../migration.ts'

/**
 * Clears of simulated data (docs/decisions/0038). `position`: of the event that says so; what is marked and stands before it counts as not
 * there from then on. `before` of a reactor: checkpoint and state as they were before the first simulated event that stands.
 */
export const clearings: Migration = {
  name: '048-clearings',
  sql: `
    create table engine.clearings (
      number bigint generated always as identity primary key,
      id uuid not null default gen_random_uuid(),
      state text not null default 'asked' check (state in ('asked', 'running', 'done', 'failed')),
      position text,
      done int not null default 0,
      total int,
      error text,
      asked_at timestamptz not null default now()
    );
    create index on engine.clearings (number) where state in ('asked', 'running');

    alter table engine.reactors add column before jsonb;
  `,
}
