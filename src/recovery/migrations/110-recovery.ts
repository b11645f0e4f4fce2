import type { Migration } from '../../database/migration.ts'

/**
 * What gets people back in, outside the log (docs/decisions/0033). `app.recovery_wishes` is what strangers ask for, with the fingerprints of
 * names and addresses: whether there is such an account is looked at after the answer. `app.outbox` says which mails are due, and holds
 * neither address nor text nor token: they are made when a mail is sent, the token from the mail's id and the key of the store.
 * `app.recovery_tries` counts per account (`mail`, `help`, `answer`) and address (`ip`).
 */
export const recoveryTables: Migration = {
  name: '110-recovery',
  sql: `
    create table app.recovery_wishes (
      id bigint generated always as identity primary key,
      kind text collate "C" not null check (kind in ('mail', 'help')),
      account_key text collate "C" not null,
      email_key text collate "C",
      reason text,
      at timestamptz not null
    );

    create table app.recovery_tries (
      scope text collate "C" not null check (scope in ('ip', 'mail', 'help', 'answer')),
      key text collate "C" not null,
      tries int not null,
      since timestamptz not null,
      primary key (scope, key)
    );
    create index recovery_tries_age on app.recovery_tries (since);

    create table app.mail_tokens (
      user_id bigint not null references app.credentials on delete cascade,
      kind text collate "C" not null check (kind in ('reset', 'confirm')),
      token_hash bytea not null unique,
      version int,
      expires_at timestamptz not null,
      primary key (user_id, kind)
    );

    create table app.outbox (
      id uuid primary key,
      user_id bigint not null references app.credentials on delete cascade,
      kind text collate "C" not null check (kind in ('reset', 'confirm', 'changed')),
      version int,
      created_at timestamptz not null,
      until timestamptz not null,
      next_at timestamptz not null,
      tries int not null default 0,
      sent_at timestamptz
    );
    create index outbox_due on app.outbox (next_at) where sent_at is null;
    create index outbox_user on app.outbox (user_id);

    create table app.security_answers (
      user_id bigint primary key references app.credentials on delete cascade,
      answer_hash text not null
    );
  `,
}
