import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import type { Migration } from '../../database/migration.ts'
import { bigint, boolean, bytes, code, integer, text, texts, timestamp } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof accountAppTables> {}
}

export const accountAppTables = {
  'app.credentials': appTable({
    doc: 'One row per account with its password hash and role, which are not in the log.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes' }),
      account_key: code('Keyed hash of the username.', { secret: true }),
      password_hash: text(null, { secret: true }),
      role: text<'user' | 'admin'>(null, { sql: "check (role in ('user', 'admin'))" }),
      claimed: boolean('True once the registration is in the log.', { secret: true, sql: 'default false' }),
      created_at: timestamp(),
    },
    key: ['user_id'],
    uniqueIndexes: { credentials_claimed: '(account_key) where claimed' },
    indexes: { credentials_unclaimed: '(account_key, created_at) where not claimed' },
  }),
  'app.sessions': appTable({
    doc: 'Sessions, keyed by the hash of their token.',
    columns: {
      token_hash: bytes(null, { secret: true }),
      user_id: bigint(null, { dataSubject: 'deletes' }),
      created_at: timestamp(),
      seen_at: timestamp(),
      expires_at: timestamp(),
      device: text('Name of the browser and the operating system.', { nullable: true }),
      network: text('Network of the latest use, to the hour: IPv4 /24 or IPv6 /48.', { nullable: true }),
      passkey: code('Keyed hash of the passkey that opened it; null for a password.', { nullable: true, secret: true }),
    },
    key: ['token_hash'],
    indexes: { sessions_user: '(user_id)', sessions_expiry: '(expires_at)' },
  }),
  'app.login_attempts': appTable({
    doc:
      'Counters of failed and pending sign-ins, keyed by keyed hashes (docs/threats.md T7, T9-T13). Scopes: `ip` is an address, `pair` an account from an address, `account` an ' +
      'account, `known` an account from a trusted browser or address (`key` as in `app.known_places`), `spray` an address ' +
      'over several accounts, `registration` registrations from an address.',
    columns: {
      scope: text(null, {
        sql: "check (scope in ('ip', 'pair', 'account', 'known', 'spray', 'registration'))",
      }),
      key: code(),
      ip_key: code('Address whose unlock deletes the counter.', { nullable: true }),
      account_key: code(null, { nullable: true }),
      failed: integer(null, { sql: 'default 0' }),
      pending: integer('Attempts whose password is being checked. They are counted before the check.', {
        sql: 'default 0',
      }),
      since: timestamp('Start of the window.'),
      last_at: timestamp(),
      locked_until: timestamp(null, { nullable: true }),
      names: texts('For `spray`: accounts for which a login from the address has failed.', { sql: "default '{}'" }),
    },
    key: ['scope', 'key'],
    indexes: {
      login_attempts_age: '(last_at)',
      login_attempts_locks: '(locked_until) where locked_until is not null',
      login_attempts_ip: '(ip_key)',
    },
  }),
  'app.known_places': appTable({
    doc: 'Trusted devices: browsers and addresses from which an account has signed in, as keyed hashes.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials on delete cascade' }),
      place: code(null, { secret: true }),
      seen_at: timestamp(),
    },
    key: ['user_id', 'place'],
    indexes: { known_places_age: '(seen_at)' },
  }),
  'app.first_administrator': appTable({
    doc:
      'The first administrator’s generated password is computed from the seed and the key of the store. The row is deleted after the first sign-in with it, so ' +
      'that the password can be shown again after a start that failed before printing it.',
    columns: {
      single: boolean(null, { secret: true, sql: 'default true check (single)' }),
      seed: text(null, { secret: true }),
      user_id: bigint(null, {
        nullable: true,
        dataSubject: 'deletes',
        sql: 'references app.credentials on delete cascade',
      }),
    },
    key: ['single'],
  }),
  'app.account_locks': appTable({
    doc: 'Rows used as locks. Advisory locks are not used because every database role can hold them.',
    columns: { name: code() },
    key: ['name'],
  }),
}

/**
 * Triggers that send the end of a session and a change of role to all nodes, when the transaction commits (`EndedSessions`). Nodes
 * ignore expired sessions themselves.
 */
export const endedSessions: Migration = {
  name: 'ended-sessions',
  isRepeatable: true,
  sql: `
    create or replace function app.session_ended() returns trigger language plpgsql as $$
    begin
      perform app.tell_nodes(json_build_object('broadcast', json_build_object(
        'userId', old.user_id, 'sessionId', encode(old.token_hash, 'hex'), 'exceptSessionId', null)));
      return null;
    end $$;
    drop trigger if exists session_ended on app.sessions;
    create constraint trigger session_ended after delete or update of token_hash on app.sessions
      deferrable initially deferred for each row
      when (current_setting('plp.sweeps_sessions', true) is distinct from 'on') execute function app.session_ended();

    create or replace function app.role_changed() returns trigger language plpgsql as $$
    begin
      perform app.tell_nodes(json_build_object('broadcast', json_build_object(
        'userId', old.user_id, 'sessionId', null, 'exceptSessionId', null)));
      return null;
    end $$;
    drop trigger if exists role_changed on app.credentials;
    create constraint trigger role_changed after update of role on app.credentials
      deferrable initially deferred for each row when (old.role <> new.role) execute function app.role_changed();
  `,
}

/**
 * Functions and columns of the previous release stay, because its nodes check passwords with them during a rolling
 * upgrade. New stores do not have them.
 */
export const signInCounters: Migration = {
  name: '150-sign-in-counters',
  sql: `
    alter table app.login_attempts drop constraint login_attempts_scope_check;
    alter table app.login_attempts add constraint login_attempts_scope_check
      check (scope in ('ip', 'pair', 'account', 'known', 'spray', 'registration'));
    drop index if exists app.login_attempts_pairs;
    update app.login_attempts set ip_key = key where scope in ('ip', 'spray', 'registration');
  `,
}
