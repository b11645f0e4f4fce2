import type { Migration } from '../migration.ts'

/** Keys of personal data, each wrapped by `MASTER_KEY` (AES-256-GCM: 12 bytes of nonce, the key, 16 bytes of tag). */
export const personalData: Migration = {
  name: '015-personal-data',
  sql: `
create table app.hmac_key (
  one boolean primary key default true check (one),
  master_id text not null,
  wrapped bytea not null
);
comment on table app.hmac_key is 'The one random key of all HMACs; master_id tells which MASTER_KEY wraps the keys of this store.';

create table app.person_keys (
  user_id bigint primary key,
  wrapped bytea not null
);
comment on table app.person_keys is 'Data key of each person; deleting the row makes the personal data of the event log unreadable.';

create table app.day_keys (
  day date primary key,
  wrapped bytea not null
);
comment on table app.day_keys is 'Key of the IP addresses of a day, destroyed after 30 days.';

create table app.erased_people (
  user_id bigint primary key,
  erased_at timestamptz not null default now()
);
comment on table app.erased_people is 'Kept apart from backups of the rest, so that a restore cannot bring anybody back.';
`,
}
