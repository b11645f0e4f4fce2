import type { Migration } from '../migration.ts'

/** Checkpoints and states of the projection engine. Read tables themselves are made by the engine, a schema a generation. */
export const engine: Migration = {
  name: '020-engine',
  sql: `
    create schema engine;
    create schema read;

    create sequence engine.generation_numbers;

    -- One row a generation of a projection group. Readers see the live one; one may be building beside it.
    create table engine.generations (
      generation bigint primary key,
      name text not null,
      version int not null,
      state text not null check (state in ('live', 'building', 'retired')),
      checkpoint text,
      events bigint not null default 0,
      views text[] not null default '{}',
      paused_error text,
      paused_position text,
      updated_at timestamptz not null default now()
    );
    create unique index generations_one_live on engine.generations (name) where state = 'live';

    create table engine.reactors (
      name text primary key,
      checkpoint text,
      state jsonb not null,
      events bigint not null default 0,
      paused_error text,
      paused_position text,
      updated_at timestamptz not null default now()
    );

    -- Events that a projection or reactor could not take: waiting while it is paused, then taken after all or skipped.
    create table engine.dead_letters (
      name text not null,
      position text not null,
      event_id uuid not null,
      event_type text not null,
      stream text not null,
      error text not null,
      outcome text not null default 'waiting' check (outcome in ('waiting', 'retried', 'skipped')),
      at timestamptz not null,
      primary key (name, position)
    );

    -- Rebuilds asked for by a process that does not lead.
    create table engine.requests (
      id bigint generated always as identity primary key,
      name text not null,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
      done bigint not null default 0,
      total bigint,
      error text,
      asked_at timestamptz not null default now()
    );
    create index on engine.requests (state) where state in ('waiting', 'running');

    -- Version of live changes. It begins at the time of migration, so that a store made anew is ahead of what open pages remember.
    create table engine.live_version (one boolean primary key default true check (one), version bigint not null);
    insert into engine.live_version (version) select (extract(epoch from now()) * 1000)::bigint;
  `,
}
