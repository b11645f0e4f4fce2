import type { Migration } from '../migration.ts'

/**
 * What gives a repeated command its one effect: the id of a key is the base of its events' ids, and the integer ids it took
 * are given to it again. `node` null: nobody works on the key.
 */
export const oneEffect: Migration = {
  name: '042-one-effect',
  sql: `
    alter table app.idempotency_keys
      add column id uuid not null default gen_random_uuid(),
      alter column node drop not null;

    create table app.reserved_ids (
      base text collate "C" not null,
      kind text collate "C" not null,
      id bigint not null,
      reserved_at timestamptz not null,
      primary key (base, kind)
    );
    create index on app.reserved_ids (reserved_at);
  `,
}
