import { type Kysely, sql } from 'kysely'

/** Wrong codes within an hour, of one user and of one address (decisions.md, "wrong join codes stop at 10 an hour"). */
export const MOST_WRONG_CODES = 10
const HOUR_MS = 3_600_000

/** Who tries a code; `addressKey` is a keyed hash of the address, or of the /64 it is in. */
export interface JoinAttempt {
  readonly userId: number
  readonly addressKey: string
  /** ISO 8601. */
  readonly at: string
}

export type Looked<T> =
  | { readonly outcome: 'found'; readonly value: T }
  | { readonly outcome: 'missed' }
  | { readonly outcome: 'stopped'; readonly until: string }

/** Decides who may have a join code looked up. Counters stand in Postgres, so they hold across nodes and restarts. */
export interface JoinGuard {
  /**
   * `look` runs while the counters of the user and the address are locked, so that parallel guesses get no more looks than
   * the limit; null counts as a wrong code.
   */
  look<T>(who: JoinAttempt, look: (tx: Kysely<unknown>) => Promise<T | null>): Promise<Looked<T>>
  /** Counts a wrong code that showed only afterwards. */
  miss(who: JoinAttempt): Promise<void>
  /** Forgets counters of hours that are over. */
  sweep(at: string): Promise<void>
}

export function createJoinGuard({ db }: { readonly db: Kysely<unknown> }): JoinGuard {
  const guard: JoinGuard = {
    look: (who, look) =>
      db.transaction().execute(async (tx) => {
        const until = await lockCounters(tx, who)
        if (until !== null) return { outcome: 'stopped', until }
        const value = await look(tx)
        if (value !== null) return { outcome: 'found', value }
        await sql`
          update app.join_code_attempts set wrong = wrong + 1 where (scope, key) in (values ${keysOf(who)})
        `.execute(tx)
        return { outcome: 'missed' }
      }),
    async miss(who) {
      await guard.look(who, async () => null)
    },
    async sweep(at) {
      const over = new Date(Date.parse(at) - HOUR_MS).toISOString()
      await sql`delete from app.join_code_attempts where since <= ${over}`.execute(db)
    },
  }
  return guard
}

const keysOf = ({ userId, addressKey }: JoinAttempt) => sql`('ip', ${addressKey}), ('user', ${String(userId)})`

/** Takes both counters, always the address first; an hour that is over begins anew. Gives the end of a stop, or null. */
async function lockCounters(tx: Kysely<unknown>, who: JoinAttempt): Promise<string | null> {
  const { at } = who
  const over = new Date(Date.parse(at) - HOUR_MS).toISOString()
  const { rows } = await sql<{ wrong: number; since: string }>`
    insert into app.join_code_attempts as a (scope, key, wrong, since)
    select scope, key, 0, ${at}::timestamptz from (values ${keysOf(who)}) as k (scope, key)
    on conflict (scope, key) do update set
      wrong = case when a.since <= ${over}::timestamptz then 0 else a.wrong end,
      since = case when a.since <= ${over}::timestamptz or a.wrong = 0 then excluded.since else a.since end
    returning wrong, since
  `.execute(tx)
  const ends = rows.filter(({ wrong }) => wrong >= MOST_WRONG_CODES).map(({ since }) => Date.parse(since) + HOUR_MS)
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
}
