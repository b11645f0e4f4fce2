import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Columns } from '../../test/support/columns.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import type { AppTables } from './app-tables.ts'

const declared: { readonly [Table in keyof AppTables]: Columns<AppTables[Table]> } = {
  'app.analysts': { role: 'text', created_at: 'timestamp with time zone' },
  'app.allowances': {
    user_id: 'bigint',
    name: 'text',
    windows: 'bigint[]',
    taken: 'integer[]',
    last_at: 'timestamp with time zone',
  },
  'app.avatars': { name: 'text', user_id: 'bigint', picture: 'bytea', stored_at: 'timestamp with time zone' },
  'app.credentials': {
    user_id: 'bigint',
    account_key: 'text',
    password_hash: 'text',
    role: 'text',
    claimed: 'boolean',
    created_at: 'timestamp with time zone',
  },
  'app.day_keys': {
    day: 'date',
    wrapped: 'bytea',
  },
  'app.erased_people': {
    user_id: 'bigint',
    erased_at: 'timestamp with time zone',
  },
  'app.feed_state': {
    source: 'text',
    at: 'timestamp with time zone',
    taken_at: 'timestamp with time zone | null',
    problem: 'text | null',
    since: 'timestamp with time zone',
  },
  'app.first_administrator': {
    single: 'boolean',
    seed: 'text',
    user_id: 'bigint | null',
  },
  'app.hmac_key': {
    one: 'boolean',
    master_id: 'text',
    wrapped: 'bytea',
  },
  'app.idempotency_keys': {
    user_id: 'bigint',
    key: 'text',
    node: 'uuid | null',
    status: 'integer | null',
    body: 'json | null',
    created_at: 'timestamp with time zone',
    id: 'uuid',
  },
  'app.join_code_attempts': {
    scope: 'text',
    key: 'text',
    wrong: 'integer',
    since: 'timestamp with time zone',
    user_id: 'bigint | null',
  },
  'app.known_places': {
    user_id: 'bigint',
    place: 'text',
    seen_at: 'timestamp with time zone',
  },
  'app.login_attempts': {
    scope: 'text',
    key: 'text',
    ip_key: 'text | null',
    account_key: 'text | null',
    failed: 'integer',
    pending: 'integer',
    since: 'timestamp with time zone',
    last_at: 'timestamp with time zone',
    locked_until: 'timestamp with time zone | null',
    names: 'text[]',
    network: 'text | null',
    failed_at: 'timestamp with time zone | null',
    turn: 'bigint | null',
    turned_at: 'timestamp with time zone | null',
  },
  'app.mail_tokens': {
    user_id: 'bigint',
    kind: 'text',
    token_hash: 'bytea',
    version: 'integer | null',
    expires_at: 'timestamp with time zone',
  },
  'app.migrations': {
    name: 'text',
    ran_at: 'timestamp with time zone',
  },
  'app.news_feed': {
    source: 'text',
    asked_at: 'timestamp with time zone',
    taken_at: 'timestamp with time zone | null',
    problem: 'text | null',
    articles: 'jsonb',
  },
  'app.share_viewers': { share_id: 'integer', day: 'text', viewer: 'text' },
  'app.share_views': { share_id: 'integer', day: 'text', views: 'integer', logged: 'integer' },
  'app.notification_parts': {
    source: 'text',
    user_id: 'bigint',
    told_in: 'text',
    part: 'text',
    stored_at: 'timestamp with time zone',
  },
  'app.notifications': {
    id: 'bigint',
    user_id: 'bigint',
    source: 'text',
    kind: 'text',
    data: 'jsonb',
    created_at: 'timestamp with time zone',
    stored_at: 'timestamp with time zone',
    read_at: 'timestamp with time zone | null',
    subject: 'text | null',
    count: 'integer',
  },
  'app.outbox': {
    id: 'uuid',
    user_id: 'bigint',
    kind: 'text',
    version: 'integer | null',
    created_at: 'timestamp with time zone',
    until: 'timestamp with time zone',
    next_at: 'timestamp with time zone',
    tries: 'integer',
    sent_at: 'timestamp with time zone | null',
  },
  'app.person_keys': {
    user_id: 'bigint',
    wrapped: 'bytea',
  },
  'app.recovery_tries': { scope: 'text', key: 'text', tries: 'integer', since: 'timestamp with time zone' },
  'app.recovery_wishes': {
    id: 'bigint',
    kind: 'text',
    account_key: 'text',
    email_key: 'text | null',
    reason: 'text | null',
    at: 'timestamp with time zone',
  },
  'app.reserved_ids': {
    base: 'text',
    kind: 'text',
    id: 'bigint',
    reserved_at: 'timestamp with time zone',
  },
  'app.right_join_codes': {
    user_id: 'bigint',
    at: 'timestamp with time zone',
  },
  'app.security_answers': { user_id: 'bigint', answer_hash: 'text' },
  'app.sessions': {
    token_hash: 'bytea',
    user_id: 'bigint',
    created_at: 'timestamp with time zone',
    seen_at: 'timestamp with time zone',
    expires_at: 'timestamp with time zone',
    device: 'text | null',
  },
  'app.sign_in_draws': {
    account_key: 'text',
    turn: 'bigint',
    network: 'text',
    rank: 'bigint',
  },
  'app.socket_io_attachments': {
    id: 'bigint',
    created_at: 'timestamp with time zone | null',
    payload: 'bytea | null',
  },
  'app.test_runs': {
    id: 'integer',
    kind: 'text',
    state: 'text',
    gameweeks: 'integer[]',
    seed: 'integer | null',
    by_user_id: 'integer | null',
    started_at: 'timestamp with time zone',
    ended_at: 'timestamp with time zone | null',
    beat_at: 'timestamp with time zone',
    stop_asked: 'boolean',
    percent: 'integer',
    steps: 'jsonb',
    counts: 'jsonb',
    message: 'text | null',
    error: 'text | null',
  },
  'app.told_achievements': {
    user_id: 'integer',
    unlock_id: 'uuid',
    told_at: 'timestamp with time zone',
  },
  'app.wallet_challenges': {
    user_id: 'bigint',
    nonce: 'text',
    issued_at: 'timestamp with time zone',
  },
  'app.write_probe': {
    single: 'boolean',
    at: 'timestamp with time zone',
  },
}

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

test('the declared rows are those of the tables that migrations make: names, types, and what may be null', async () => {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select 'app.' || t.relname as table, a.attname as name,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then '' else ' | null' end as type
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = 'app'::regnamespace and t.relkind = 'r'`.execute(database.db)
  const found: Record<string, Record<string, string>> = {}
  for (const { table, name, type } of rows) found[table] = { ...found[table], [name]: type }
  expect(found).toEqual(declared)
})
