import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { HttpProblem } from '../web/problem.ts'
import { createGate, type Gate } from './gate.ts'
import { MAX_FAILED_LOGINS } from './lockout-decider.ts'

/** Attempts of one address that wait for earlier ones to end. */
const MAX_WAITING = 500
/** How long an attempt waits for looks of other nodes to end. */
const MAX_WAIT_MS = 5_000
/** Rows kept at most (T13). */
const MAX_ROWS = 100_000

/** Names of the counters: keyed hashes, no address and no name. */
export interface AttemptKeys {
  readonly ip: string
  readonly pair: string
  readonly account: string
}

/** What came of an attempt. `attempts` are the address's failures, after a success those it cleared. */
export type Attempt<T> =
  | { readonly outcome: 'succeeded'; readonly value: T; readonly attempts: number }
  | { readonly outcome: 'failed'; readonly attempts: number; readonly at: string }
  | { readonly outcome: 'locked'; readonly until: string; readonly at: string }

/**
 * Decides who may have a password or a secret answer looked at, by counters in `app.login_attempts` that count before the
 * look (T13). Works without the event log.
 */
export interface LoginGuard {
  /** `look` gives what was proven, or null for a wrong secret; it runs only where no limit is reached. */
  attempt<T>(keys: AttemptKeys, look: () => Promise<T | null>): Promise<Attempt<T>>
  /** Lifts one address's lock, or all (null). Gives the keys of the addresses that had failures. */
  unlock(ipKey: string | null): Promise<readonly string[]>
  /** Keys of the locks that have run out and were not yet taken note of. */
  expired(at: string): Promise<readonly string[]>
  /** Forgets locks that have run out, after they were taken note of. */
  forget(ipKeys: readonly string[], at: string): Promise<void>
  /** Forgets old counters; keeps at most 100,000. */
  sweep(at: string): Promise<void>
}

export function createLoginGuard({ database, clock }: { database: Pick<Database, 'pool'>; clock: Clock }): LoginGuard {
  const { pool } = database
  const lines = new Map<string, Gate>()

  /** Attempts of an address wait here, so that it never keeps more connections busy than it has looks. */
  async function inLine<T>(ipKey: string, run: () => Promise<T>): Promise<T> {
    const line = lines.get(ipKey) ?? createGate(MAX_FAILED_LOGINS, MAX_WAITING)
    lines.set(ipKey, line)
    try {
      const passed = await line.pass(run)
      if (!passed)
        throw new HttpProblem(429, 'Too many logins at once. Please try again in a moment.', { retryAfterSeconds: 2 })
      return passed.value
    } finally {
      if (line.idle) lines.delete(ipKey)
    }
  }

  async function begin({ ip, pair, account }: AttemptKeys): Promise<string | null> {
    for (let waited = 0; ; ) {
      const { rows } = await pool.query<{ verdict: 'look' | 'busy' | 'locked'; until: string | null }>(
        'select * from app.begin_login_attempt($1, $2, $3, $4)',
        [ip, pair, account, isoNow(clock)],
      )
      const { verdict, until } = rows[0]!
      if (verdict === 'look') return null
      if (verdict === 'locked') return until
      if (waited >= MAX_WAIT_MS)
        throw new HttpProblem(429, 'Too many logins at once. Please try again in a moment.', { retryAfterSeconds: 2 })
      const pause = 20 + Math.random() * 60
      await sleep(pause)
      waited += pause
    }
  }

  async function end(keys: AttemptKeys, at: string, outcome: 'failed' | 'succeeded' | 'released'): Promise<number> {
    const { rows } = await pool.query<{ attempts: number }>(
      'select app.end_login_attempt($1, $2, $3, $4, $5) as attempts',
      [keys.ip, keys.pair, keys.account, at, outcome],
    )
    return rows[0]!.attempts
  }

  async function lookOnce<T>(keys: AttemptKeys, look: () => Promise<T | null>): Promise<Attempt<T>> {
    const until = await begin(keys)
    if (until !== null) return { outcome: 'locked', until, at: isoNow(clock) }
    let value: T | null
    try {
      value = await look()
    } catch (error) {
      await end(keys, isoNow(clock), 'released')
      throw error
    }
    const at = isoNow(clock)
    if (value === null) return { outcome: 'failed', attempts: await end(keys, at, 'failed'), at }
    return { outcome: 'succeeded', value, attempts: await end(keys, at, 'succeeded') }
  }

  return {
    attempt: (keys, look) => inLine(keys.ip, () => lookOnce(keys, look)),
    async unlock(ipKey) {
      const { rows } = await pool.query<{ key: string }>('select app.unlock_login_attempts($1) as key', [ipKey])
      return rows.map((row) => row.key)
    },
    async expired(at) {
      const { rows } = await pool.query<{ key: string }>(
        `select key from app.login_attempts where scope = 'ip' and locked_until <= $1 order by locked_until limit 1000`,
        [at],
      )
      return rows.map((row) => row.key)
    },
    async forget(ipKeys, at) {
      await pool.query(
        `update app.login_attempts set failed = 0, locked_until = null where scope = 'ip' and key = any ($1) and locked_until <= $2`,
        [ipKeys, at],
      )
    },
    async sweep(at) {
      // Ends of locks that nobody has taken note of yet stay; a row somebody works on is left for the next time.
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
