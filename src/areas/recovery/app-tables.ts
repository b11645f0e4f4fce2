import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import type { Migration } from '../../database/migration.ts'
import { bigint, bytes, code, integer, text, timestamp, uuid } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof recoveryAppTables> {}
}

/** Recovery data that is stored outside the log (docs/decisions/0033). */
export const recoveryAppTables = {
  'app.recovery_wishes': appTable({
    doc: 'Recovery requests without a session, by fingerprints of usernames and e-mail addresses. The account is looked up after the response, in a job.',
    columns: {
      id: bigint(null, { sql: 'generated always as identity' }),
      kind: code<'mail' | 'help'>(null, { sql: "check (kind in ('mail', 'help'))" }),
      account_key: code(),
      email_key: code(null, { nullable: true }),
      reason: text(null, { nullable: true }),
      at: timestamp(),
    },
    key: ['id'],
  }),
  'app.recovery_tries': appTable({
    doc: 'Counters per account (`mail`, `answer`), address (`ip`) and mailbox (`confirm`).',
    columns: {
      scope: code<'ip' | 'mail' | 'answer' | 'confirm'>(null, {
        sql: "check (scope in ('ip', 'mail', 'answer', 'confirm'))",
      }),
      key: code(),
      tries: integer(),
      since: timestamp(),
    },
    key: ['scope', 'key'],
    indexes: { recovery_tries_age: '(since)' },
  }),
  'app.mail_tokens': appTable({
    doc: 'Hashes of the tokens in mails, with their expiry.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials on delete cascade' }),
      kind: code<'reset' | 'confirm'>(null, { sql: "check (kind in ('reset', 'confirm'))" }),
      token_hash: bytes(null, { secret: true, sql: 'unique' }),
      version: integer(null, { nullable: true, secret: true }),
      expires_at: timestamp(),
    },
    key: ['user_id', 'kind'],
  }),
  'app.outbox': appTable({
    doc: 'Mails to send, without address, text and token. These are computed when a mail is sent; the token derives from the id of the mail and the key of the store.',
    columns: {
      id: uuid(null, { secret: true }),
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials on delete cascade' }),
      kind: code<'reset' | 'confirm' | 'changed' | 'passkey'>(),
      version: integer(null, { nullable: true, secret: true }),
      created_at: timestamp(),
      until: timestamp(),
      next_at: timestamp(null, { secret: true }),
      tries: integer(null, { sql: 'default 0' }),
      sent_at: timestamp(null, { nullable: true }),
    },
    key: ['id'],
    indexes: { outbox_due: '(next_at) where sent_at is null', outbox_user: '(user_id)' },
  }),
  'app.security_answers': appTable({
    doc: 'Hashes of the answers to security questions.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials on delete cascade' }),
      answer_hash: text(null, { secret: true }),
    },
    key: ['user_id'],
  }),
}

/** Removes the counters per account for requests to administrators: strangers could use up the limit of the owner (docs/threats.md T90). */
export const recoveryCounters: Migration = {
  name: '151-recovery-counters',
  sql: `
    delete from app.recovery_tries where scope in ('help', 'mail');
    alter table app.recovery_tries drop constraint recovery_tries_scope_check;
    alter table app.recovery_tries add constraint recovery_tries_scope_check
      check (scope in ('ip', 'mail', 'answer', 'confirm'));
  `,
}

/** Drops the check on kinds of mails: their templates declare them, so a new kind needs no migration. */
export const mailKinds: Migration = {
  name: '173-mail-kinds',
  sql: 'alter table app.outbox drop constraint if exists outbox_kind_check',
}
