import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import type { AppTables } from '../../database/app-tables.ts'
import { totalOf } from '../../kernel/total.ts'
import { personOf } from '../../slice/person.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { CurrentUser, LockedAccount } from './contract.ts'
import { usernameKey } from './username.ts'

/** A lock is listed as recently ended for this long, in ms. */
const RECENT_MS = 24 * 3_600_000

/** A player's score in one season. */
export interface Score {
  readonly totalPoints: number
  readonly totalPredictions: number
  readonly correctPredictions: number
  readonly exactScores: number
  readonly settledPredictions: number
  /** Rounded percentage of settled predictions; 0 without any. */
  readonly accuracy: number
  /** null without a prediction in the season (not ranked). */
  readonly rank: number | null
  readonly achievementCount: number
}

/** The player's score in the current season, as part of another query. */
export type ScoreOf = (userId: number) => Promise<RawBuilder<Score>>

/** The signed-in user as shown to themselves. Falls back to the given username while the read model lags. */
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
  // The account was deleted during the request.
  if (!found) throw new HttpProblem(401, 'Not authenticated')
  const { score, username, display_name, profile_image, ...row } = found
  const { exactScores: _, ...own } = score as Score
  const { id, role } = user
  return { id, role, ...row, ...personOf({ username: username ?? user.username, display_name, profile_image }), ...own }
}

/**
 * A page of locked addresses, longest lock first, then those whose lock expired within the last day, newest first; and
 * their number.
 */
export async function lockedAccounts(
  db: ReadDb,
  page: Page,
  at: string,
): Promise<{ body: LockedAccount[]; total: number }> {
  const now = Date.parse(at)
  const isLocked = sql<boolean>`locked_until > ${at} and unlocked_at is null`
  const listed = db
    .selectFrom('read.lockouts')
    .where('locked_until', '>', new Date(now - RECENT_MS).toISOString())
    .where('ip', 'is not', null)
  const rows = await listed
    .selectAll()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(isLocked, 'desc')
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

/** Keys of all listed addresses. */
export async function listedLockoutKeys(db: ReadDb): Promise<string[]> {
  const rows = await db.selectFrom('read.lockouts').select('key').execute()
  return rows.map((row) => row.key)
}

/** Keys of locks that ended before a time, at most 1,000. */
export async function lockoutKeysBefore(db: ReadDb, at: string): Promise<string[]> {
  const rows = await db.selectFrom('read.lockouts').select('key').where('locked_until', '<', at).limit(1_000).execute()
  return rows.map((row) => row.key)
}

/** True if the read model contains the deletion of the account. */
export async function isDeletedAccount(db: ReadDb, userId: number): Promise<boolean> {
  const person = await db
    .selectFrom('read.people')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return person !== undefined
}

/** Sorts after every character of a name, so that it ends a range of prefixes. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * True if a `username_key` of `read.people` starts with a text, ignoring case. It is a range of an index, so it is fast
 * for any number of people.
 */
export const nameBegins = (usernameKeyColumn: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const beginning = usernameKey(text)
  return sql<boolean>`(${usernameKeyColumn} >= ${beginning} and ${usernameKeyColumn} < ${beginning + LAST_CHARACTER})`
}
