import { type Kysely, sql } from 'kysely'
import type { PeopleTables } from '../../projections/people/tables.ts'
import type { CurrentUser, LockedAccount } from '../contracts/accounts.ts'
import type { AccountSecrets } from './secrets.ts'

/** A locked address still shows as recently unlocked for so long after its end. */
const RECENT_MS = 24 * 3_600_000

/** The current season's totals of a user; from the boards. */
export type ScoreOf = (
  userId: number,
) => Promise<
  Pick<
    CurrentUser,
    'totalPoints' | 'totalPredictions' | 'correctPredictions' | 'settledPredictions' | 'accuracy' | 'rank'
  >
>

interface ReadPeople {
  'read.people': PeopleTables['people']
  'read.lockouts': PeopleTables['lockouts']
  'app.credentials': { user_id: number; created_at: string }
}

/** The signed-in user as they see themselves. Where the read model lags, the name is the given one, so that nobody is hidden. */
export async function currentUser(
  // biome-ignore lint/suspicious/noExplicitAny: narrowed to the tables read here
  database: Kysely<any>,
  scoreOf: ScoreOf,
  user: { readonly id: number; readonly username: string; readonly role: 'user' | 'admin' },
): Promise<CurrentUser> {
  const db = database as Kysely<ReadPeople>
  const [row, score] = await Promise.all([
    db
      .selectFrom('app.credentials as c')
      .leftJoin('read.people as p', 'p.id', 'c.user_id')
      .select([
        'p.username',
        'p.last_login_at as lastLoginAt',
        sql<string>`coalesce(p.registered_at, c.created_at)`.as('createdAt'),
      ])
      .where('c.user_id', '=', user.id)
      .executeTakeFirstOrThrow(),
    scoreOf(user.id),
  ])
  const { id, role } = user
  return {
    id,
    role,
    ...row,
    username: row.username ?? user.username,
    profileImage: null,
    walletAddress: null,
    walletVerified: false,
    ...score,
  }
}

/** Locked addresses, longest lock first, then those whose lock ran out within the last day, newest first. */
export async function lockedAccounts(
  // biome-ignore lint/suspicious/noExplicitAny: narrowed to the tables read here
  database: Kysely<any>,
  secrets: Pick<AccountSecrets, 'openIp'>,
  at: string,
): Promise<LockedAccount[]> {
  const now = Date.parse(at)
  const rows = await (database as Kysely<ReadPeople>)
    .selectFrom('read.lockouts')
    .selectAll()
    .where('locked_until', '>', new Date(now - RECENT_MS).toISOString())
    .orderBy('locked_until', 'desc')
    .limit(500)
    .execute()
  const opened = await Promise.all(
    rows.map(async (row): Promise<LockedAccount | null> => {
      const ip = await secrets.openIp(row.sealed_ip)
      if (ip === null) return null
      const left = row.unlocked_at === null ? Math.max(0, Date.parse(row.locked_until) - now) : 0
      return {
        ip,
        failedAttempts: row.failed_attempts,
        isCurrentlyLocked: left > 0,
        remainingLockTimeMinutes: Math.ceil(left / 60_000),
        lastAttempt: row.locked_at,
      }
    }),
  )
  const shown = opened.filter((record) => record !== null)
  return [...shown.filter((record) => record.isCurrentlyLocked), ...shown.filter((record) => !record.isCurrentlyLocked)]
}

/** Keys of the locks that the read model does not know to be lifted. */
// biome-ignore lint/suspicious/noExplicitAny: narrowed to the tables read here
export async function listedLockoutKeys(database: Kysely<any>): Promise<string[]> {
  const rows = await (database as Kysely<ReadPeople>)
    .selectFrom('read.lockouts')
    .select('key')
    .where('unlocked_at', 'is', null)
    .execute()
  return rows.map((row) => row.key)
}
