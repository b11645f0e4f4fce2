import { type RawBuilder, sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import type { ReadDb } from '../../slice/read-models.ts'

/** Most wrong codes in an hour per user, and per address by its untrusted users. */
const MOST_WRONG_CODES = 10
const HOUR_MS = 3_600_000
/**
 * Time after a correct code in which a user is trusted: wrong codes of others at a shared address do not block them.
 */
const TRUSTED_MS = 24 * HOUR_MS

/** An attempt to use a code. Keys are keyed hashes: of the address or its /64 prefix, and of the code. */
interface JoinAttempt {
  /** null: a reader without a session, counted by the address alone. */
  readonly userId: number | null
  readonly addressKey: string
  readonly codeKey: string
  /** ISO 8601. */
  readonly at: string
}

/** Limits guesses of join codes. Counters are in PostgreSQL, so they apply across nodes and restarts. */
export function createJoinGuard({ db }: { readonly db: ReadDb }) {
  /**
   * Calls `find` while the user’s counters are locked, so that parallel guesses do not exceed the limit. Null from
   * `find` counts as a wrong code, once however often it is entered: a repeated guess reveals nothing.
   */
  const check = <T>(who: JoinAttempt, find: (tx: ReadDb) => Promise<T | null>) =>
    db.transaction().execute(async (tx) => {
      const keys = keysOf(who, await isTrusted(tx, who))
      const until = await lockCounters(tx, keys, who)
      if (until !== null) return { outcome: 'stopped', until } as const
      const value = await find(tx)
      if (value !== null) {
        await trust(tx, who)
        return { outcome: 'found', value } as const
      }
      await sql`
        update app.join_code_attempts set wrong = wrong + 1, codes = array_append(codes, ${who.codeKey})
        where (scope, key) in (values ${keys}) and not ${who.codeKey} = any(codes)
      `.execute(tx)
      return { outcome: 'missed' } as const
    })

  return {
    check,
    /** Counts a code that turned out wrong after the check. */
    miss: (who: JoinAttempt) => check(who, async () => null),
    /** Deletes expired counters and trust. */
    async sweep(at: string): Promise<void> {
      await sql`delete from app.join_code_attempts where since <= ${before(at, HOUR_MS)}`.execute(db)
      await sql`delete from app.right_join_codes where at <= ${before(at, TRUSTED_MS)}`.execute(db)
    },
  }
}

export type JoinGuard = ReturnType<typeof createJoinGuard>

const before = (at: string, ms: number): string => new Date(Date.parse(at) - ms).toISOString()

/** Counters of a reader. The address comes first in every lock order, which prevents deadlocks. */
function keysOf({ userId, addressKey }: JoinAttempt, trusted: boolean) {
  if (userId === null) return sql`('ip', ${addressKey})`
  return trusted ? sql`('user', ${String(userId)})` : sql`('ip', ${addressKey}), ('user', ${String(userId)})`
}

/** Whether the user entered a correct code within 24 hours. */
async function isTrusted(tx: ReadDb, { userId, at }: JoinAttempt): Promise<boolean> {
  if (userId === null) return false
  const { rows } = await sql`
    select from app.right_join_codes where user_id = ${userId} and at > ${before(at, TRUSTED_MS)}
  `.execute(tx)
  return rows.length > 0
}

async function trust(tx: ReadDb, { userId, at }: JoinAttempt): Promise<void> {
  if (userId === null) return
  await sql`
    insert into app.right_join_codes (user_id, at) values (${userId}, ${at})
    on conflict (user_id) do update set at = excluded.at
  `.execute(tx)
}

type Counter = Readonly<Pick<AppTables['app.join_code_attempts'], 'wrong' | 'codes' | 'since'>>

/** The locked counters, as a query; an expired one restarts at zero. */
export function counterRows(keys: ReturnType<typeof keysOf>, at: string): RawBuilder<Counter> {
  const isOver = sql`app.is_window_over(a.since, ${at}::timestamptz, ${HOUR_MS / 1_000})`
  return sql`
    insert into app.join_code_attempts as a (scope, key, wrong, codes, since)
    select scope, key, 0, '{}'::text[], ${at}::timestamptz from (values ${keys}) as k (scope, key)
    on conflict (scope, key) do update set
      wrong = case when ${isOver} then 0 else a.wrong end,
      codes = case when ${isOver} then '{}' else a.codes end,
      since = case when ${isOver} or a.wrong = 0 then excluded.since else a.since end
    returning wrong, codes, since`
}

/** Locks the counters and returns the end of a block; null: not blocked. A code counted before is not blocked. */
async function lockCounters(
  tx: ReadDb,
  keys: ReturnType<typeof keysOf>,
  { codeKey, at }: JoinAttempt,
): Promise<string | null> {
  const { rows } = await counterRows(keys, at).execute(tx)
  const ends = rows
    .filter(({ wrong, codes }) => wrong >= MOST_WRONG_CODES && !codes.includes(codeKey))
    .map(({ since }) => Date.parse(since) + HOUR_MS)
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
}
