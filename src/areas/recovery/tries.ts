import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/quota.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { counted } from '../../slice/words.ts'

type Scope = AppTables['app.recovery_tries']['scope']

/** The pool, or a client within a transaction. */
type Queryable = Pick<Database['pool'], 'query'>

/**
 * Maximum number of attempts per number of seconds (docs/rules.md R113, R225). `ip`: requests of a client address; `mail`: reset mails to
 * an account; `answer`: security answers per trusted browser, or of all other browsers; `confirm`: mails to confirm an address.
 */
const LIMITS: Readonly<Record<Scope, { readonly most: number; readonly seconds: number }>> = {
  ip: { most: 25, seconds: 5 * MINUTE },
  mail: { most: 5, seconds: 30 * MINUTE },
  answer: { most: 3, seconds: DAY },
  confirm: { most: 5, seconds: 6 * HOUR },
}

/** Counts attempts without a session, across all nodes. */
export function createTries({ pool }: Pick<Database, 'pool'>) {
  /** Counts an attempt. Returns the seconds until the next one is allowed; 0: the limit is not exceeded. */
  async function count(scope: Scope, key: string, at: string, queryable: Queryable = pool): Promise<number> {
    const { most, seconds } = LIMITS[scope]
    const { rows } = await queryable.query<Pick<AppTables['app.recovery_tries'], 'tries' | 'since'>>(
      `insert into app.recovery_tries as a (scope, key, tries, since) values ($1, $2, 1, $3)
       on conflict (scope, key) do update set
         tries = case when app.is_window_over(a.since, $3, $5) then 1 else least(a.tries, $4) + 1 end,
         since = case when app.is_window_over(a.since, $3, $5) then excluded.since else a.since end
       returning tries, since`,
      [scope, key, at, most, seconds],
    )
    const { tries, since } = rows[0]!
    if (tries <= most) return 0
    return Math.max(1, Math.ceil((Date.parse(since) + seconds * 1_000 - Date.parse(at)) / 1_000))
  }

  return {
    count,
    /** Counts an attempt. Throws 429 if the limit is exceeded. */
    async consume(scope: Scope, key: string, at: string): Promise<void> {
      const left = await count(scope, key, at)
      if (left > 0) throw new HttpProblem(429, sentenceOf(scope, left), { retryAfterSeconds: left })
    },
    /** Resets a counter, after a correct secret. */
    async reset(scope: Scope, key: string): Promise<void> {
      await pool.query('delete from app.recovery_tries where scope = $1 and key = $2', [scope, key])
    },
    /** Deletes expired counters. */
    async sweep(at: string): Promise<void> {
      await pool.query(`delete from app.recovery_tries where since <= $1::timestamptz - interval '1 day'`, [at])
    },
  }
}

export type Tries = ReturnType<typeof createTries>

function sentenceOf(scope: Scope, seconds: number): string {
  const [count, unit] = seconds > 2 * 3_600 ? [Math.ceil(seconds / 3_600), 'hour'] : [Math.ceil(seconds / 60), 'minute']
  const time = counted(count, unit)
  return scope === 'answer'
    ? `Too many answers for this account. Ask for a link by email, ask an administrator, or try again in ${time}.`
    : `Too many attempts. Try again in ${time}.`
}
