import { setTimeout as sleep } from 'node:timers/promises'
import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { HttpProblem } from '../slice/problem.ts'
import { createClientLines } from './client-lines.ts'

/** Attempts of one address that are looked at at once: as many as may fail before it is locked. The others wait for these. */
const LOOKS_AT_ONCE = 5
const MAX_WAITING = 500
/** How long an attempt waits for looks of other nodes to end. */
const MAX_WAIT_MS = 5_000
/** Pauses between asking again: the first, and the longest. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500
/** Rows kept at most (T13). */
const MAX_ROWS = 100_000

/** Names of the counters: keyed hashes, no address and no name. */
export interface AttemptKeys {
  readonly ip: string
  /** Of the network around the address (`networkOf`). */
  readonly network: string
  readonly pair: string
  readonly account: string
  /** Of the credentials' row (`app.credentials`), whether there is one or not. */
  readonly credential: string
  /** Of `app.known_places`: the account with this browser (null: one without a cookie of ours), and with this address. */
  readonly browserPlace: string | null
  readonly addressPlace: string
}

/** From where an account signed in within 90 days: this browser, else this address; null: a stranger. */
type Known = 'browser' | 'address' | null

/** What a look is told: whether its account has signed in from there, and since when it waits (`Turn`). */
interface Looking {
  readonly isKnown: boolean
  readonly since: number
}

/**
 * What came of an attempt. `attempts` are the address's failures, after a success those it cleared. `lockedUntil`: the failure
 * has locked the address. `not-yet`: strangers to the account try it in turn, and before `until` it cannot be this one's.
 */
export type Attempt<T> =
  | { readonly outcome: 'succeeded'; readonly value: T; readonly attempts: number }
  | { readonly outcome: 'failed'; readonly attempts: number; readonly at: string; readonly lockedUntil: string | null }
  | { readonly outcome: 'locked'; readonly until: string; readonly at: string }
  | { readonly outcome: 'not-yet'; readonly until: string; readonly at: string }

/**
 * Decides who may have a password or a secret answer looked at, by counters in `app.login_attempts` that count before the
 * look (T13). Works without the event log.
 */
export interface LoginGuard {
  /** `look` gives what was proven, or null for a wrong secret; it runs only where no limit is reached. */
  attempt<T>(keys: AttemptKeys, look: (looking: Looking) => Promise<T | null>): Promise<Attempt<T>>
  /** Lifts what holds up one address, or all (null). Gives the keys of the addresses that had failures. */
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
  // Attempts of an address wait here, so that it never keeps more connections busy than it has looks.
  const lines = createClientLines(LOOKS_AT_ONCE, MAX_WAITING)

  async function begin(keys: AttemptKeys): Promise<Begun> {
    for (let waited = 0, tries = 0; ; tries++) {
      const { rows } = await pool.query<Begun | { verdict: 'busy' }>(
        'select * from app.begin_sign_in($1, $2, $3, $4, $5, $6, $7, $8)',
        [...ofAddress(keys), keys.credential, keys.browserPlace, keys.addressPlace, isoNow(clock)],
      )
      const begun = rows[0]!
      if (begun.verdict !== 'busy') return begun
      if (waited >= MAX_WAIT_MS) throw tooMany()
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      await sleep(pause)
      waited += pause
    }
  }

  async function end(
    keys: AttemptKeys,
    known: Known,
    at: string,
    outcome: 'failed' | 'succeeded' | 'released',
  ): Promise<{ attempts: number; until: string | null }> {
    const { rows } = await pool.query<{ attempts: number; until: string | null }>(
      'select * from app.end_sign_in($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [...ofAddress(keys), keys.browserPlace, keys.addressPlace, known, at, outcome],
    )
    return rows[0]!
  }

  async function lookOnce<T>(
    keys: AttemptKeys,
    look: (looking: Looking) => Promise<T | null>,
    since: number,
  ): Promise<Attempt<T>> {
    const { verdict, until, known } = await begin(keys)
    if (verdict !== 'look')
      return { outcome: verdict === 'turn' ? 'not-yet' : 'locked', until: until as string, at: isoNow(clock) }
    let value: T | null
    try {
      value = await look({ isKnown: known !== null, since })
    } catch (error) {
      await end(keys, known, isoNow(clock), 'released')
      throw error
    }
    const at = isoNow(clock)
    if (value === null) {
      const { attempts, until: lockedUntil } = await end(keys, known, at, 'failed')
      return { outcome: 'failed', attempts, at, lockedUntil }
    }
    const { attempts } = await end(keys, known, at, 'succeeded')
    return { outcome: 'succeeded', value, attempts }
  }

  return {
    async attempt(keys, look) {
      const passed = await lines.pass(keys.ip, (since) => lookOnce(keys, look, since))
      if (!passed) throw tooMany()
      return passed.value
    },
    async unlock(ipKey) {
      const { rows } = await pool.query<{ key: string }>('select app.lift_sign_in($1) as key', [ipKey])
      return rows.map((row) => row.key)
    },
    async expired(at) {
      const { rows } = await pool.query<Pick<AppTables['app.login_attempts'], 'key'>>(
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
      await pool.query(
        `delete from app.sign_in_draws d where not exists (
           select from app.login_attempts where scope = 'account' and key = d.account_key)`,
      )
    },
  }
}

interface Begun {
  readonly verdict: 'look' | 'locked' | 'turn'
  readonly until: string | null
  readonly known: Known
}

const ofAddress = ({ ip, network, pair, account }: AttemptKeys): string[] => [ip, network, pair, account]

const tooMany = (): HttpProblem =>
  new HttpProblem(429, 'Too many logins at once. Please try again in a moment.', { retryAfterSeconds: 2 })
