import { type NotNull, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import type { AppTables } from '../../database/app-tables.ts'
import { totalOf } from '../../kernel/total.ts'
import { personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { ResetRequest } from './contract.ts'

/** Returns the security question of an account; null: unknown account, or no question. One statement, so both take the same time. */
export async function securityQuestionOf(db: ReadDb, accountKey: string): Promise<string | null> {
  const row = await db
    .$extendTables<Pick<AppTables, 'app.credentials'>>()
    .selectFrom('app.credentials as c')
    .innerJoin('read.recovery as r', 'r.user_id', 'c.user_id')
    .select('r.security_question as question')
    .where('c.account_key', '=', accountKey)
    .where('c.claimed', '=', true)
    .executeTakeFirst()
  return row?.question ?? null
}

/** Returns a page of pending requests to the administrators, oldest first, and their total number. */
export async function resetRequests(db: ReadDb, page: Page): Promise<{ body: ResetRequest[]; total: number }> {
  const rows = await db
    .selectFrom('read.recovery as r')
    .innerJoin('read.people as p', 'p.id', 'r.user_id')
    .select(['r.user_id as id', 'r.user_id as userId', 'p.username', 'p.display_name', 'p.profile_image'])
    .select(['r.reset_requested_at as requestedAt', 'p.registered_at as registeredAt'])
    .select(sql<string>`coalesce(r.reset_reason, '')`.as('reason'))
    .select(sql<boolean>`r.email is not null and r.email_confirmed_at is not null`.as('hasEmail'))
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('r.reset_requested_at', 'is not', null)
    .where('p.username', 'is not', null)
    .orderBy('r.reset_requested_at')
    .orderBy('r.user_id')
    .limit(page.limit)
    .offset(page.offset)
    .$narrowType<{ requestedAt: NotNull }>()
    .execute()
  const total = await totalOf(rows, page, async (first) => resetRequests(db, first))
  const body = rows.map(
    ({ username, display_name, profile_image, total: _, ...request }): ResetRequest => ({
      ...request,
      ...personOf({ username, display_name, profile_image }),
    }),
  )
  return { body, total }
}
