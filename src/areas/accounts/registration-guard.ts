import type { Database } from '../../database/database.ts'
import { type Clock, isoNow } from '../../kernel/clock.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { createClientQueues } from './client-queues.ts'

/** Registrations within an hour from one address. */
const MAX_REGISTRATIONS = 300
const HOUR_MS = 3_600_000
/** Registrations of an address that run at once, each with a hash and a dozen statements; and those that wait. */
const AT_ONCE = 4
const MAX_WAITING = 500

/** Limits registrations to 300 attempts per hour and address across all nodes, with counters in PostgreSQL. */
export function createRegistrationGuard({
  database: { pool },
  clock,
}: {
  database: Pick<Database, 'pool'>
  clock: Clock
}) {
  const queues = createClientQueues({
    concurrency: AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: () =>
      new HttpProblem(429, 'Too many registrations at once. Try again in a moment.', { retryAfterSeconds: 5 }),
  })

  /** Counts an attempt. Returns the start of its hour, and whether it exceeds the limit. */
  async function count(ipKey: string, at: string): Promise<{ since: string; isTooMany: boolean }> {
    const { rows } = await pool.query<{ tries: number; since: string }>(
      `insert into app.login_attempts as a (scope, key, ip_key, failed, since, last_at)
       values ('registration', $1, $1, 1, $2, $2)
       on conflict (scope, key) do update set
         failed = case when app.is_window_over(a.since, $2, 3600) then 1 else least(a.failed, $3) + 1 end,
         since = case when app.is_window_over(a.since, $2, 3600) then excluded.since else a.since end,
         last_at = excluded.last_at
       returning failed as tries, since`,
      [ipKey, at, MAX_REGISTRATIONS],
    )
    const { tries, since } = rows[0]!
    return { since, isTooMany: tries > MAX_REGISTRATIONS }
  }

  /** Refunds an attempt to the hour in which it was counted. */
  async function refund(ipKey: string, since: string): Promise<void> {
    await pool.query(
      `update app.login_attempts set failed = greatest(failed - 1, 0) where scope = 'registration' and key = $1 and since = $2`,
      [ipKey, since],
    )
  }

  async function run<T>(ipKey: string, register: () => Promise<T>) {
    const at = isoNow(clock)
    const { since, isTooMany } = await count(ipKey, at)
    if (isTooMany) return { outcome: 'full', until: new Date(Date.parse(since) + HOUR_MS).toISOString(), at } as const
    try {
      return { outcome: 'ran', value: await register() } as const
    } catch (error) {
      await refund(ipKey, since).catch(() => undefined)
      throw error
    }
  }

  return {
    /**
     * Runs the registration. One that throws, as when a store is unavailable, does not count. Throws a 429 problem if too many of the
     * address already wait.
     */
    pass: <T>(ipKey: string, register: () => Promise<T>) => queues.add(ipKey, () => run(ipKey, register)),
  }
}

export type RegistrationGuard = ReturnType<typeof createRegistrationGuard>
