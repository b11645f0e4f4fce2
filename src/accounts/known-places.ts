import type { Database } from '../database/database.ts'

/** Places kept of one account: its newest. */
const MOST_PLACES = 50
/** An account is at home for so long where it has signed in. */
export const KNOWN_DAYS = 90

/**
 * From where accounts have signed in: keyed hashes of the account with a browser or an address, so that the table tells neither,
 * nor that two accounts share one. They decide nothing but whose failures hold up whom (`login-guard.ts`). A new password, and a
 * deletion, forget them.
 */
export interface KnownPlaces {
  /** `at`: ISO 8601. */
  remember(userId: number, places: readonly string[], at: string): Promise<void>
  /** Forgets what is older than 90 days. */
  sweep(at: string): Promise<void>
}

export function createKnownPlaces({ pool }: Pick<Database, 'pool'>): KnownPlaces {
  return {
    async remember(userId, places, at) {
      await pool.query(
        `insert into app.known_places (user_id, place, seen_at)
         select c.user_id, p.place, $3 from app.credentials c, unnest($2::text[]) as p (place) where c.user_id = $1
         on conflict (user_id, place) do update set seen_at = excluded.seen_at`,
        [userId, places, at],
      )
      await pool.query(
        `delete from app.known_places where user_id = $1 and place in (
           select place from app.known_places where user_id = $1 order by seen_at desc, place offset $2)`,
        [userId, MOST_PLACES],
      )
    },
    async sweep(at) {
      await pool.query(`delete from app.known_places where seen_at <= $1::timestamptz - $2 * interval '1 day'`, [
        at,
        KNOWN_DAYS,
      ])
    },
  }
}
