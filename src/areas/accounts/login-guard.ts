import { setTimeout as sleep } from 'node:timers/promises'
import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Clock, isoNow } from '../../kernel/clock.ts'
import { HttpProblem } from '../../slice/problem.ts'
import {
  begin,
  type Counter,
  type CounterKeys,
  countersOf,
  end,
  type Known,
  type Outcome,
  type Verdict,
} from './attempt-counters.ts'
import { createClientQueues } from './client-queues.ts'

/** Attempts of one address checked at once: the number of failures that locks it. */
const CONCURRENCY = 5
const MAX_WAITING = 500
/** Maximum time that an attempt waits for attempts on other nodes, in ms. */
const MAX_WAIT_MS = 5_000
/** First and longest pause between two tries, in ms. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500
/** Trusted devices kept per account: the newest. */
const MAX_TRUSTED_DEVICES = 50
/** Days for which a device stays trusted after a sign-in. */
export const KNOWN_DAYS = 90
/** Maximum number of rows (T13). */
const MAX_ROWS = 100_000

export interface AttemptKeys extends CounterKeys {
  /** Key of the credentials' row (`app.credentials`), which need not exist. */
  readonly credential: string
}

/** Input of the check of a secret: the trusted device. */
interface CheckContext {
  readonly known: Known
}

/**
 * `attempts` are the failures of the address; after a success, those that it cleared. `lockedUntil` is set if this
 * failure locked the address.
 */
export type Attempt<T> =
  | { readonly outcome: 'succeeded'; readonly value: T; readonly attempts: number }
  | { readonly outcome: 'failed'; readonly attempts: number; readonly at: string; readonly lockedUntil: string | null }
  | { readonly outcome: 'locked' | 'throttled'; readonly until: string; readonly at: string }

/**
 * Decides whether a password or a security answer is checked. Uses counters in `app.login_attempts`, which are
 * increased before the check (T13). Works without the event log.
 */
export function createLoginGuard({ database, clock }: { database: Pick<Database, 'pool'>; clock: Clock }) {
  const { pool } = database
  // An address uses at most as many connections as it has attempts at once.
  const queues = createClientQueues({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING, refusal: tooMany })

  async function trustedDevice(
    { credential, trustedBrowser, trustedAddress }: AttemptKeys,
    at: string,
  ): Promise<Known> {
    const { rows } = await pool.query<{ known: Known }>(
      `select case when k.place = $2 then 'browser' else 'address' end as known
       from app.known_places k join app.credentials c using (user_id)
       where c.account_key = $1 and c.claimed and k.seen_at > $4::timestamptz - interval '90 days' and k.place in ($2, $3)
       order by k.place = $2 desc limit 1`,
      [credential, trustedBrowser, trustedAddress, at],
    )
    return rows[0]?.known ?? null
  }

  /** Locks the counters of an attempt, always in the same order, and stores those that `change` returns. */
  function updateCounters<T extends { readonly counters: readonly Counter[] }>(
    keys: AttemptKeys,
    known: Known,
    at: string,
    change: (stored: readonly Counter[]) => T,
  ): Promise<T> {
    const counters = countersOf(keys, known)
    return inTransaction({ pool }, async (client) => {
      const { rows } = await client.query<Counter>(
        `insert into app.login_attempts as a (scope, key, ip_key, account_key, since, last_at)
         select scope, key, case when scope <> 'account' then $3 end, case when scope in ('pair', 'known') then $4 end, $5, $5
         from unnest($1::text[], $2::text[]) as c (scope, key)
         on conflict (scope, key) do update set ip_key = excluded.ip_key
         returning scope, key, failed, pending, since, last_at, locked_until, names`,
        [counters.map(({ scope }) => scope), counters.map(({ key }) => key), keys.ip, keys.account, at],
      )
      const changed = change(rows)
      if (changed.counters.length === 0) return changed
      await client.query(
        `update app.login_attempts a set failed = c.failed, pending = c.pending, since = c.since, last_at = c.last_at,
           locked_until = c.locked_until, names = c.names
         from jsonb_populate_recordset(null::app.login_attempts, $1) c where (a.scope, a.key) = (c.scope, c.key)`,
        [JSON.stringify(changed.counters)],
      )
      return changed
    })
  }

  async function beginOnce(keys: AttemptKeys): Promise<Verdict & { readonly known: Known }> {
    const at = isoNow(clock)
    const known = await trustedDevice(keys, at)
    return { ...(await updateCounters(keys, known, at, (stored) => begin(stored, at))), known }
  }

  /** Retries while attempts on other nodes could still reach a limit. */
  async function beginInTime(keys: AttemptKeys) {
    for (let waited = 0, tries = 0; ; tries++) {
      const begun = await beginOnce(keys)
      if (begun.verdict !== 'busy') return begun
      if (waited >= MAX_WAIT_MS) throw tooMany()
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      await sleep(pause)
      waited += pause
    }
  }

  async function checkOnce<T>(
    keys: AttemptKeys,
    check: (details: CheckContext) => Promise<T | null>,
  ): Promise<Attempt<T>> {
    const begun = await beginInTime(keys)
    if (begun.verdict !== 'check') return { outcome: begun.verdict, until: begun.until, at: isoNow(clock) }
    const { known } = begun
    const finish = (outcome: Outcome, at: string) =>
      updateCounters(keys, known, at, (stored) => end(stored, outcome, keys.account, at))
    let value: T | null
    try {
      value = await check({ known })
    } catch (error) {
      await finish('released', isoNow(clock))
      throw error
    }
    const at = isoNow(clock)
    const { attempts, lockedUntil } = await finish(value === null ? 'failed' : 'succeeded', at)
    return value === null ? { outcome: 'failed', attempts, at, lockedUntil } : { outcome: 'succeeded', value, attempts }
  }

  return {
    /** `check` returns the proven value, or null for a wrong secret. It runs only if no limit is reached. */
    attempt: <T>(keys: AttemptKeys, check: (details: CheckContext) => Promise<T | null>) =>
      queues.add(keys.ip, () => checkOnce(keys, check)),

    /** Lifts every limit of one address, or all limits (null). Returns the keys of the addresses that had a limit. */
    unlock: (ipKey: string | null): Promise<readonly string[]> =>
      inTransaction({ pool }, async (client) => {
        // Attempts lock rows in another order. Locking the whole table avoids deadlocks.
        await client.query('lock table app.login_attempts in share row exclusive mode')
        const { rows } = await client.query<{ key: string }>(
          `with lifted as (delete from app.login_attempts where $1::text is null or ip_key = $1 returning *),
             accounts as (
               delete from app.login_attempts
               where scope = 'account' and key in (select account_key from lifted) and $1 is not null)
           select distinct ip_key as key from lifted
           where scope = 'ip' and (failed > 0 or locked_until is not null) or scope = 'registration' and failed >= 300`,
          [ipKey],
        )
        return rows.map((row) => row.key)
      }),

    /** Keys of expired locks that are not recorded yet. */
    async expired(at: string): Promise<readonly string[]> {
      const { rows } = await pool.query<Pick<AppTables['app.login_attempts'], 'key'>>(
        `select key from app.login_attempts where scope = 'ip' and locked_until <= $1 order by locked_until limit 1000`,
        [at],
      )
      return rows.map((row) => row.key)
    },

    /** Deletes expired locks that are recorded. */
    async forget(ipKeys: readonly string[], at: string): Promise<void> {
      await pool.query(
        `update app.login_attempts set failed = 0, locked_until = null where scope = 'ip' and key = any ($1) and locked_until <= $2`,
        [ipKeys, at],
      )
    },

    /**
     * Trusts devices of the account. Each is a keyed hash of the account with a browser or an address, so the table
     * reveals neither, nor that two accounts share one. A new password and a deletion remove them.
     */
    async remember(userId: number, devices: readonly string[], at: string): Promise<void> {
      await pool.query(
        `insert into app.known_places (user_id, place, seen_at)
         select c.user_id, p.place, $3 from app.credentials c, unnest($2::text[]) as p (place) where c.user_id = $1 for key share of c
         on conflict (user_id, place) do update set seen_at = excluded.seen_at`,
        [userId, devices, at],
      )
      await pool.query(
        `delete from app.known_places where user_id = $1 and place in (
           select place from app.known_places where user_id = $1 order by seen_at desc, place offset $2)`,
        [userId, MAX_TRUSTED_DEVICES],
      )
    },

    /** Deletes old trusted devices and counters; keeps at most 100,000 counters. */
    async sweep(at: string): Promise<void> {
      await pool.query(`delete from app.known_places where seen_at <= $1::timestamptz - $2 * interval '1 day'`, [
        at,
        KNOWN_DAYS,
      ])
      // Expired locks that are not recorded yet stay. A row in use is deleted at the next sweep.
      await pool.query(
        `delete from app.login_attempts where (scope, key) in (
           select scope, key from app.login_attempts
           where locked_until is null and last_at < $1::timestamptz - interval '1 hour' for update skip locked)`,
        [at],
      )
      await pool.query(
        `delete from app.login_attempts where (scope, key) in (
           select scope, key from app.login_attempts where locked_until is null and pending = 0
           order by last_at limit greatest(0, (select count(*) - $1 from app.login_attempts)) for update skip locked)`,
        [MAX_ROWS],
      )
    },
  }
}

export type LoginGuard = ReturnType<typeof createLoginGuard>

const tooMany = (): HttpProblem =>
  new HttpProblem(429, 'Too many logins at once. Try again in a moment.', { retryAfterSeconds: 2 })
