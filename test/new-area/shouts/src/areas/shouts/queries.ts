import { sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { totalOf } from '../../kernel/total.ts'
import { personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Shout } from './contract.ts'

/** Returns a page of shouts by a player and at the player, newest first. `total`: number on all pages. */
export async function shoutsAround(
  db: ReadDb,
  userId: number,
  page: Page,
): Promise<{ shouts: Shout[]; total: number }> {
  const rows = await db
    .selectFrom('read.shouts as s')
    .leftJoin('read.people as p', 'p.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.player_id', 's.words', 's.posted_at'])
    .select(['p.username', 'p.display_name', 'p.profile_image', sql<number>`count(*) over ()::int`.as('total')])
    .where((where) => where.or([where('s.user_id', '=', userId), where('s.player_id', '=', userId)]))
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const shouts = rows.map((row) => {
    const from = { id: row.user_id, ...personOf(row) }
    return { id: row.id, from, playerId: row.player_id, words: row.words ?? '', postedAt: row.posted_at }
  })
  return { shouts, total: await totalOf(rows, page, (first) => shoutsAround(db, userId, first)) }
}
