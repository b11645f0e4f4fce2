import { sql } from 'kysely'
import type { Page } from '../contracts/common.ts'
import type { ResetRequest } from '../contracts/recovery.ts'
import type { AppTables } from '../database/app-tables.ts'
import { totalOf } from '../kernel/total.ts'
import { personOf } from '../slice/person.ts'
import type { ReadDb } from '../slice/read-models.ts'

/** The question of whoever has the name with this fingerprint; null for nobody, and for those without one: one statement for both. */
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

/** Who waits for an administrator, longest first; and how many there are. */
export async function resetRequests(db: ReadDb, page: Page): Promise<{ requests: ResetRequest[]; total: number }> {
  const rows = await db
    .selectFrom('read.recovery as r')
    .innerJoin('read.people as p', 'p.id', 'r.user_id')
    .select([
      'r.user_id',
      'p.username',
      'p.display_name',
      'p.profile_image',
      'r.reset_reason as reason',
      'r.reset_requested_at as at',
      'p.registered_at',
    ])
    .select(sql<boolean>`r.email is not null and r.email_confirmed_at is not null`.as('hasEmail'))
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('r.reset_requested_at', 'is not', null)
    .where('p.username', 'is not', null)
    .orderBy('r.reset_requested_at')
    .orderBy('r.user_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = await totalOf(rows, page, async (first) => resetRequests(db, first))
  const requests = rows.map(
    (row): ResetRequest => ({
      id: row.user_id,
      userId: row.user_id,
      ...personOf(row),
      reason: row.reason ?? '',
      hasEmail: row.hasEmail,
      registeredAt: row.registered_at,
      requestedAt: row.at!,
    }),
  )
  return { requests, total }
}
