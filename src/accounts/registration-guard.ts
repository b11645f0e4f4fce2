import type { Database } from '../database/database.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { HttpProblem } from '../slice/problem.ts'
import { createClientLines } from './client-lines.ts'

/** Registrations within an hour from one address. */
const MOST_REGISTRATIONS = 300
const HOUR_MS = 3_600_000
/** Registrations of an address that are worked on at once, each with a dozen statements beside its hash, and that wait for these. */
const AT_ONCE = 4
const MAX_WAITING = 500

type Registering<T> =
  | { readonly outcome: 'ran'; readonly value: T }
  /** ISO 8601: the end of the hour, and when that was seen. */
  | { readonly outcome: 'full'; readonly until: string; readonly at: string }

/** Decides who may register, by counters in Postgres: 300 tries an hour and address, whatever node they come to. */
export interface RegistrationGuard {
  /**
   * `register` is told since when it has waited (`Turn`). One that throws, as where a store is away, does not count. Throws a 429
   * problem where too many of the address wait already.
   */
  pass<T>(ipKey: string, register: (since: number) => Promise<T>): Promise<Registering<T>>
}

export function createRegistrationGuard({
  database: { pool },
  clock,
}: {
  database: Pick<Database, 'pool'>
  clock: Clock
}): RegistrationGuard {
  const lines = createClientLines(AT_ONCE, MAX_WAITING)

  /** Counts a try; gives the end of the hour where it is one too many. */
  async function count(ipKey: string, at: string): Promise<string | null> {
    const { rows } = await pool.query<{ tries: number; since: string }>(
      `insert into app.login_attempts as a (scope, key, failed, since, last_at) values ('registration', $1, 1, $2, $2)
       on conflict (scope, key) do update set
         failed = case when a.since <= $2::timestamptz - interval '1 hour' then 1 else least(a.failed, $3) + 1 end,
         since = case when a.since <= $2::timestamptz - interval '1 hour' then excluded.since else a.since end,
         last_at = excluded.last_at
       returning failed as tries, since`,
      [ipKey, at, MOST_REGISTRATIONS],
    )
    const { tries, since } = rows[0]!
    return tries > MOST_REGISTRATIONS ? new Date(Date.parse(since) + HOUR_MS).toISOString() : null
  }

  async function giveBack(ipKey: string): Promise<void> {
    await pool.query(
      `update app.login_attempts set failed = greatest(failed - 1, 0) where scope = 'registration' and key = $1`,
      [ipKey],
    )
  }

  async function run<T>(ipKey: string, register: () => Promise<T>): Promise<Registering<T>> {
    const at = isoNow(clock)
    const until = await count(ipKey, at)
    if (until !== null) return { outcome: 'full', until, at }
    try {
      return { outcome: 'ran', value: await register() }
    } catch (error) {
      await giveBack(ipKey).catch(() => undefined)
      throw error
    }
  }

  return {
    async pass(ipKey, register) {
      const passed = await lines.pass(ipKey, (since) => run(ipKey, () => register(since)))
      if (!passed)
        throw new HttpProblem(429, 'Too many registrations at once. Please try again in a moment.', {
          retryAfterSeconds: 5,
        })
      return passed.value
    },
  }
}
