import { sql } from 'kysely'
import type { Page } from '../contracts/common.ts'
import type { Shout } from '../contracts/shouts.ts'
import { totalOf } from '../kernel/total.ts'
import type { ReadDb } from '../slice/read-models.ts'

/** The shouts of a player and at them, newest first. */
export async function shoutsAround(
  db: ReadDb,
  userId: number,
  page: Page,
): Promise<{ shouts: Shout[]; total: number }> {
  const rows = await db
    .selectFrom('read.shouts as s')
    .leftJoin('read.people as p', 'p.id', 's.user_id')
    .select(['s.id', 's.user_id', 'p.username', 's.player_id', 's.words', 's.shouted_at'])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where((where) => where.or([where('s.user_id', '=', userId), where('s.player_id', '=', userId)]))
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const shouts = rows.map(({ id, user_id, username, player_id, words, shouted_at }) => ({
    id,
    from: { id: user_id, username: username ?? '' },
    playerId: player_id,
    words: words ?? '',
    shoutedAt: shouted_at,
  }))
  return { shouts, total: await totalOf(rows, page, (first) => shoutsAround(db, userId, first)) }
}
