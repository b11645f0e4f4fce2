import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import type { AppTables } from '../../database/app-tables.ts'
import { totalOf } from '../../kernel/total.ts'
import { personOf } from '../../slice/person.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { CurrentUser, LockedAccount } from './contract.ts'
import { usernameKey } from './username.ts'

/** A locked address still shows as recently unlocked for so long after its end. */
const RECENT_MS = 24 * 3_600_000

/** Where a player stands in one season. */
export interface Score {
  readonly totalPoints: number
  readonly totalPredictions: number
  readonly correctPredictions: number
  readonly exactScores: number
  readonly settledPredictions: number
  /** Rounded percentage of settled predictions; 0 without any. */
  readonly accuracy: number
  /** null without a prediction in the season: not ranked. */
  readonly rank: number | null
  readonly achievementCount: number
}

/** The score of a player in the current season, as a part of another query. */
export type ScoreOf = (userId: number) => Promise<RawBuilder<Score>>

/** The signed-in user as they see themselves. Where the read model lags, the name is the given one, so that nobody is hidden. */
export async function currentUser(
  db: ReadDb,
  scoreOf: ScoreOf,
  user: { readonly id: number; readonly username: string; readonly role: 'user' | 'admin' },
): Promise<CurrentUser> {
  const found = await db
    .$extendTables<Pick<AppTables, 'app.credentials'>>()
    .selectFrom('app.credentials as c')
    .leftJoin('read.people as p', 'p.id', 'c.user_id')
    .leftJoin('read.wallets as w', 'w.user_id', 'c.user_id')
    .select([
      'p.username',
      'p.display_name',
      'p.profile_image',
      'p.last_login_at as lastLoginAt',
      'w.address as walletAddress',
      sql<boolean>`w.verified_at is not null`.as('walletVerified'),
      sql<string>`coalesce(p.registered_at, c.created_at)`.as('createdAt'),
      sql`(select row_to_json(s) from (${await scoreOf(user.id)}) s)`.as('score'),
    ])
    .where('c.user_id', '=', user.id)
    .executeTakeFirst()
  // The account has ended while its user asked.
  if (!found) throw new HttpProblem(401, 'Not authenticated')
  const { score, username, display_name, profile_image, ...row } = found
  const { exactScores: _, ...own } = score as Score
  const { id, role } = user
  return { id, role, ...row, ...personOf({ username: username ?? user.username, display_name, profile_image }), ...own }
}

/** A page of the locked addresses, longest lock first, then those whose lock ran out within the last day, newest first; and how many there are. */
export async function lockedAccounts(
  db: ReadDb,
  page: Page,
  at: string,
): Promise<{ body: LockedAccount[]; total: number }> {
  const now = Date.parse(at)
  const isHeld = sql<boolean>`locked_until > ${at} and unlocked_at is null`
  const listed = db
    .selectFrom('read.lockouts')
    .where('locked_until', '>', new Date(now - RECENT_MS).toISOString())
    .where('ip', 'is not', null)
  const rows = await listed
    .selectAll()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(isHeld, 'desc')
    .orderBy('locked_until', 'desc')
    .orderBy('key')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = await totalOf(rows, page, (first) => lockedAccounts(db, first, at))
  const body = rows.map((row): LockedAccount => {
    const left = row.unlocked_at === null ? Math.max(0, Date.parse(row.locked_until) - now) : 0
    return {
      ip: row.ip!,
      failedAttempts: row.failed_attempts,
      isCurrentlyLocked: left > 0,
      remainingLockTimeMinutes: Math.ceil(left / 60_000),
      lastAttempt: row.locked_at,
    }
  })
  return { body, total }
}

/** Keys of everything on the list. */
export async function listedLockoutKeys(db: ReadDb): Promise<string[]> {
  const rows = await db.selectFrom('read.lockouts').select('key').execute()
  return rows.map((row) => row.key)
}

/** Keys of locks that ended before a time, at most 1,000. */
export async function lockoutKeysBefore(db: ReadDb, at: string): Promise<string[]> {
  const rows = await db.selectFrom('read.lockouts').select('key').where('locked_until', '<', at).limit(1_000).execute()
  return rows.map((row) => row.key)
}

/** Whether an account was deleted, as far as the read model has come. */
export async function isDeletedAccount(db: ReadDb, userId: number): Promise<boolean> {
  const person = await db
    .selectFrom('read.people')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return person !== undefined
}

/** Behind every name that begins so, and before all others. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Whether a `username_key` of `read.people` begins with a text, whatever its case: a range of its index, however many people there are. */
export const nameBegins = (usernameKeyColumn: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const beginning = usernameKey(text)
  return sql<boolean>`(${usernameKeyColumn} >= ${beginning} and ${usernameKeyColumn} < ${beginning + LAST_CHARACTER})`
}
