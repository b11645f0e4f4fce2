import { type RawBuilder, sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import type { ReadDb } from '../../slice/read-models.ts'

/** Wrong codes within an hour, of one user, and of those users of one address who had no right one lately. */
const MOST_WRONG_CODES = 10
const HOUR_MS = 3_600_000
/** So long after a right code a user is not held by what others at the address get wrong: a school shares one address. */
const TRUSTED_MS = 24 * HOUR_MS

/** Who tries a code; `addressKey` is a keyed hash of the address, or of the /64 it is in. */
interface JoinAttempt {
  readonly userId: number
  readonly addressKey: string
  /** ISO 8601. */
  readonly at: string
}

/** Decides who may have a join code looked up. Counters are in Postgres, so they hold across nodes and restarts. */
export function createJoinGuard({ db }: { readonly db: ReadDb }) {
  /**
   * `find` runs while the counters that hold this user are locked, so that parallel guesses get no more looks than the limit;
   * null counts as a wrong code.
   */
  const look = <T>(who: JoinAttempt, find: (tx: ReadDb) => Promise<T | null>) =>
    db.transaction().execute(async (tx) => {
      const keys = keysOf(who, await isTrusted(tx, who))
      const until = await lockCounters(tx, keys, who.at)
      if (until !== null) return { outcome: 'stopped', until } as const
      const value = await find(tx)
      if (value !== null) {
        await trust(tx, who)
        return { outcome: 'found', value } as const
      }
      await sql`update app.join_code_attempts set wrong = wrong + 1 where (scope, key) in (values ${keys})`.execute(tx)
      return { outcome: 'missed' } as const
    })

  return {
    look,
    /** Counts a wrong code that showed only afterwards. */
    miss: (who: JoinAttempt) => look(who, async () => null),
    /** Forgets counters of hours that are over. */
    async sweep(at: string): Promise<void> {
      await sql`delete from app.join_code_attempts where since <= ${before(at, HOUR_MS)}`.execute(db)
      await sql`delete from app.right_join_codes where at <= ${before(at, TRUSTED_MS)}`.execute(db)
    },
  }
}

export type JoinGuard = ReturnType<typeof createJoinGuard>

const before = (at: string, ms: number): string => new Date(Date.parse(at) - ms).toISOString()

/** The counters that hold a user: always the address first, so that two who take both never wait for each other. */
const keysOf = ({ userId, addressKey }: JoinAttempt, trusted: boolean) =>
  trusted ? sql`('user', ${String(userId)})` : sql`('ip', ${addressKey}), ('user', ${String(userId)})`

/** Whether the user had a right code within a day. */
async function isTrusted(tx: ReadDb, { userId, at }: JoinAttempt): Promise<boolean> {
  const { rows } = await sql`
    select from app.right_join_codes where user_id = ${userId} and at > ${before(at, TRUSTED_MS)}
  `.execute(tx)
  return rows.length > 0
}

async function trust(tx: ReadDb, { userId, at }: JoinAttempt): Promise<void> {
  await sql`
    insert into app.right_join_codes (user_id, at) values (${userId}, ${at})
    on conflict (user_id) do update set at = excluded.at
  `.execute(tx)
}

type Counter = Readonly<Pick<AppTables['app.join_code_attempts'], 'wrong' | 'since'>>

/** The counters, locked; one whose hour is over begins anew. */
export function counterRows(keys: ReturnType<typeof keysOf>, at: string): RawBuilder<Counter> {
  const over = before(at, HOUR_MS)
  return sql`
    insert into app.join_code_attempts as a (scope, key, wrong, since)
    select scope, key, 0, ${at}::timestamptz from (values ${keys}) as k (scope, key)
    on conflict (scope, key) do update set
      wrong = case when a.since <= ${over}::timestamptz then 0 else a.wrong end,
      since = case when a.since <= ${over}::timestamptz or a.wrong = 0 then excluded.since else a.since end
    returning wrong, since`
}

/** Takes the counters; an hour that is over begins anew. Gives the end of a stop, or null. */
async function lockCounters(tx: ReadDb, keys: ReturnType<typeof keysOf>, at: string): Promise<string | null> {
  const { rows } = await counterRows(keys, at).execute(tx)
  const ends = rows.filter(({ wrong }) => wrong >= MOST_WRONG_CODES).map(({ since }) => Date.parse(since) + HOUR_MS)
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
}
