import type { Migration } from '../migration.ts'

/** First answers by `Idempotency-Key`, kept for 24 hours. */
export const web: Migration = {
  name: '040-web',
  sql: `
    create table app.idempotency_keys (
      user_id bigint not null,
      key text not null,
      node uuid not null,
      status int,
      body jsonb,
      created_at timestamptz not null,
      primary key (user_id, key)
    );
    create index on app.idempotency_keys (created_at);
  `,
}
