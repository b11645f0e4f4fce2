import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../../test/support/catalogue.ts'
import { nameInRun, testDatabase } from '../../test/support/postgres.ts'
import { createLoginGuard } from '../areas/accounts/login-guard.ts'
import { schema } from '../areas/index.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'

/** The migrations of commit 24f82d5, without comments. They include those of commit 05edd82 with the same statements. */
const OLD: readonly Migration[] = JSON.parse(
  readFileSync(new URL('../../test/support/old-migrations.json', import.meta.url), 'utf8'),
)
const OF_05EDD82 = [
  ...['010-event-log', '011-append-repeats', '015-personal-data', '016-ids', '020-engine', '030-accounts', '040-web'],
  ...['041-sockets', '042-one-effect', '043-feed-state', '050-leagues', '055-achievements', '060-notifications'],
  '044-first-answers',
]

const ROWS = `
  insert into log.logs (prefix) values ('plp');
  select log.append(1::smallint, '[{"o": 1, "s": "user-7", "e": -1, "n": 1}]',
    '[{"o": 1, "i": 0, "id": "00000000-0000-4000-8000-000000000001", "t": "UserRegistered", "d": "{}", "m": "{}"}]');
  select app.next_ids('user', 7), app.next_ids('league_team', 3);
  insert into app.hmac_key (master_id, wrapped) values ('m', 'w');
  insert into app.person_keys values (7, 'w');
  insert into app.day_keys values ('2026-08-01', 'w');
  insert into app.erased_people values (6, now());
  insert into app.credentials values (7, 'a', 'h', 'admin', true, now());
  insert into app.sessions (token_hash, user_id, created_at, seen_at, expires_at) values ('t', 7, now(), now(), now());
  insert into app.login_attempts (scope, key, ip_key, account_key, failed, since, last_at) values ('pair', 'p', 'i', 'a', 2, now(), now());
  insert into app.idempotency_keys values (7, 'k', null, 201, '{"b": 1,  "a": 2}', now());
  insert into app.reserved_ids values ('b', 'user', 7, now());
  insert into app.feed_state values ('s', now(), null, 'p', now());
  insert into app.join_code_attempts (scope, key, wrong, since) values ('user', '7', 3, now()), ('ip', 'i', 4, now());
  insert into app.told_achievements values (7, gen_random_uuid(), now());
  insert into app.notifications (user_id, source, kind, data, created_at, stored_at) values (7, 's', 'prize', '{}', now(), now());
  insert into engine.generations (generation, name, version, state, checkpoint) values (1, 'people', 1, 'live', '9');
  insert into engine.reactors (name, state) values ('prizes', '{}');
  insert into engine.dead_letters values ('prizes', '1', gen_random_uuid(), 'T', 's', 'e', 'skipped', now());
  insert into engine.requests (name) values ('people')`
const ROWS_OF_24F82D5 = `
  insert into app.known_places values (7, 'p', now());
  insert into app.first_administrator (seed, user_id) values ('s', 7);
  insert into app.recovery_wishes (kind, account_key, at) values ('help', 'a', now());
  insert into app.recovery_tries values ('answer', 'a', 3, now());
  insert into app.mail_tokens values (7, 'reset', 't', 1, now());
  insert into app.outbox (id, user_id, kind, created_at, until, next_at) values (gen_random_uuid(), 7, 'reset', now(), now(), now());
  insert into app.security_answers values (7, 'h');
  insert into app.avatars values ('n', 7, 'p', now());
  insert into app.right_join_codes values (7, now());
  insert into app.share_viewers values (1, '2026-08-01', 'v');
  insert into app.share_views values (1, '2026-08-01', 2, 1);
  insert into app.news_feed values ('s', now(), null, null, '[]');
  insert into app.notification_parts values ('s', 7, 't', 'p', now());
  insert into app.wallet_challenges values (7, 'n', now());
  insert into app.analysts values ('r', now());
  insert into app.test_runs (kind, gameweeks, started_at) values ('season', '{1}', now());
  insert into app.allowances values (7, 'n', '{1}', '{1}', now());
  insert into engine.clearings (state) values ('done')`

/** Functions of version 05edd82, for its nodes. */
const FUNCTIONS = [
  'begin_login_attempt',
  'end_login_attempt',
  'reserve_attempt',
  'settle_attempt',
  'unlock_login_attempts',
]
/** Columns, indexes, tables and functions of version 24f82d5, for its nodes. */
const SIGN_IN = [
  ...[...FUNCTIONS, 'begin_sign_in', 'end_sign_in', 'lift_sign_in', 'next_turn', 'reserved_for_drawn'],
  ...['login_attempts.failed_at', 'login_attempts.network', 'login_attempts.turn', 'login_attempts.turned_at'],
  ...['login_attempts_failures', 'sign_in_draws'],
]

/** A store migrated by an old version. */
const oldStore = (version: string, migrations: readonly Migration[]) =>
  testDatabase({
    name: nameInRun(`store_of_${version}`),
    async fill({ pool }) {
      await pool.query(
        'create schema app; create table app.migrations (name text primary key, ran_at timestamptz not null default now())',
      )
      for (const { name, sql } of migrations) {
        await pool.query(sql)
        await pool.query('insert into app.migrations (name) values ($1)', [name])
      }
    },
  })

type Rows = Record<string, object[]>

/** All rows by table; sequences with their last value. */
async function rowsOf({ pool }: Database): Promise<Rows> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where relkind in ('r', 'S')
       and relnamespace in ('app'::regnamespace, 'engine'::regnamespace, 'log'::regnamespace)`,
  )
  const found: Rows = {}
  for (const { name } of names) {
    const { rows } = await pool.query<{ row: object }>(
      `select to_jsonb(t) as row from (select * from ${name}) t order by t::text`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

describe.each([
  { version: '05edd82', migrations: OLD.filter(({ name }) => OF_05EDD82.includes(name)), rows: ROWS, left: FUNCTIONS },
  { version: '24f82d5', migrations: OLD, rows: `${ROWS}; ${ROWS_OF_24F82D5}`, left: SIGN_IN },
])('a store of version $version', ({ version, migrations, rows, left }) => {
  test('keeps all rows and gets the schema of a new store', async () => {
    const [database, fresh] = [await oldStore(version, migrations), await testDatabase()]
    try {
      await database.pool.query(rows)
      const before = await rowsOf(database)
      expect(Object.keys(before).length).toBeGreaterThan(migrations.length)
      await migrate(database, schema)
      const after = await rowsOf(database)
      // Unused sequences, and messages between nodes.
      const dropped = Object.keys(before).filter((name) => !(name in after))
      const UNUSED = ['app.seq_comment', 'app.seq_notification', 'app.seq_reset_request']
      const ATTACHMENTS = ['app.socket_io_attachments', 'app.socket_io_attachments_id_seq']
      expect([...UNUSED, ...ATTACHMENTS]).toEqual(expect.arrayContaining(dropped))
      for (const name of Object.keys(before).filter((name) => name in after))
        expect(after[name], name).toMatchObject(
          name === 'app.migrations' ? expect.arrayContaining(before[name]!) : before[name]!,
        )

      const [upgraded, expected] = [await catalogueOf(database), await catalogueOf(fresh)]
      expect(upgraded).toEqual(expect.arrayContaining([...expected]))
      const named = upgraded.filter((line) => !expected.includes(line))
      expect(
        left.filter((name) => !named.some((line) => line.includes(`app.${name}`) || line.includes(` ${name} `))),
      ).toEqual([])
      expect(named.filter((line) => !left.some((name) => line.includes(name)))).toEqual([])
      expect(await migrate(database, schema)).toEqual([])
    } finally {
      await Promise.all([database.drop(), fresh.drop()])
    }
  })
})

describe('sign-ins of a store of version 24f82d5', () => {
  const AT = '2026-08-01T12:00:00.000Z'
  const keysOf = (ip: string, account: string) => ({
    ...{ ip, account, pair: `${ip} ${account}`, credential: account },
    ...{ trustedBrowser: null, trustedAddress: `${ip} at ${account}` },
  })

  test('keep their locks and counters, and nodes of that version use them to check passwords', async () => {
    const database = await oldStore('24f82d5', OLD)
    const { pool } = database
    try {
      /** A sign-in on a node of version 24f82d5. */
      const attempt = async (outcome: string, ip: string, account: string) => {
        const { rows } = await pool.query<{ verdict: string }>(
          `with begun as (select * from app.begin_sign_in($1, $1, $1 || ' ' || $2, $2, $2, null, 'place', $3))
           select begun.verdict from begun left join lateral (
             select * from app.end_sign_in($1, $1, $1 || ' ' || $2, $2, null, 'place', begun.known, $3, $4) where begun.verdict = 'look') e on true`,
          [ip, account, AT, outcome],
        )
        return rows[0]!.verdict
      }
      for (let n = 0; n < 5; n++) await attempt('failed', 'locked-address', 'somebody')
      for (let n = 0; n < 25; n++) await attempt('failed', `address-${n}`, 'victim')
      await pool.query(
        `insert into app.recovery_tries (scope, key, tries, since) values ('help', 'a', 5, $1), ('mail', 'a', 5, $1), ('answer', 'a', 3, $1)`,
        [AT],
      )

      await migrate(database, schema)

      const guard = createLoginGuard({ database, clock: { now: () => Date.parse(AT) + 60_000 } })
      const outcomeOf = async (ip: string, account: string) =>
        (await guard.attempt(keysOf(ip, account), async () => 'in')).outcome
      expect(await outcomeOf('locked-address', 'own')).toBe('locked')
      expect(await outcomeOf('fresh', 'victim')).toBe('throttled')
      expect(await attempt('succeeded', 'locked-address', 'own')).toBe('locked')
      expect(await attempt('succeeded', 'old-node', 'own')).toBe('look')
      for (let n = 0; n < 5; n++) await attempt('failed', 'old-node', 'own')
      expect(await outcomeOf('old-node', 'own')).toBe('locked')
      expect(await guard.unlock('locked-address')).toEqual(['locked-address'])
      expect(await outcomeOf('locked-address', 'own')).toBe('succeeded')
      const { rows: tries } = await pool.query('select scope, tries from app.recovery_tries')
      expect(tries).toEqual([{ scope: 'answer', tries: 3 }])
    } finally {
      await database.drop()
    }
  })
})
