import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import { DAY, HOUR, MINUTE } from '../kernel/allowance.ts'
import { HttpProblem } from '../slice/problem.ts'

type Scope = AppTables['app.recovery_tries']['scope']

/**
 * So many tries in so many seconds, for an account whether it is there or not, and for the address of whoever asks (docs/rules.md R113);
 * of mails to a stranger's box, so many from all accounts together (R225).
 */
const LIMITS: Readonly<Record<Scope, { readonly most: number; readonly seconds: number }>> = {
  ip: { most: 25, seconds: 5 * MINUTE },
  mail: { most: 5, seconds: 30 * MINUTE },
  help: { most: 5, seconds: 30 * MINUTE },
  answer: { most: 3, seconds: DAY },
  confirm: { most: 5, seconds: 6 * HOUR },
}

/** Counts what strangers ask for, over all nodes. */
export interface Tries {
  /** Counts one more. Throws the 429 where it is one too many. */
  take(scope: Scope, key: string, at: string): Promise<void>
  /** Begins anew: what was tried was right. */
  forget(scope: Scope, key: string): Promise<void>
  /** Forgets counters that are over. */
  sweep(at: string): Promise<void>
}

export function createTries({ pool }: Pick<Database, 'pool'>): Tries {
  return {
    async take(scope, key, at) {
      const { most, seconds } = LIMITS[scope]
      const { rows } = await pool.query<Pick<AppTables['app.recovery_tries'], 'tries' | 'since'>>(
        `insert into app.recovery_tries as a (scope, key, tries, since) values ($1, $2, 1, $3)
         on conflict (scope, key) do update set
           tries = case when a.since <= $3::timestamptz - $5 * interval '1 second' then 1 else least(a.tries, $4) + 1 end,
           since = case when a.since <= $3::timestamptz - $5 * interval '1 second' then excluded.since else a.since end
         returning tries, since`,
        [scope, key, at, most, seconds],
      )
      const { tries, since } = rows[0]!
      if (tries <= most) return
      const left = Math.max(1, Math.ceil((Date.parse(since) + seconds * 1_000 - Date.parse(at)) / 1_000))
      throw new HttpProblem(429, sentenceOf(left), { retryAfterSeconds: left })
    },
    async forget(scope, key) {
      await pool.query('delete from app.recovery_tries where scope = $1 and key = $2', [scope, key])
    },
    async sweep(at) {
      await pool.query(`delete from app.recovery_tries where since <= $1::timestamptz - interval '1 day'`, [at])
    },
  }
}

function sentenceOf(seconds: number): string {
  const [count, unit] = seconds > 2 * 3_600 ? [Math.ceil(seconds / 3_600), 'hour'] : [Math.ceil(seconds / 60), 'minute']
  return `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}
