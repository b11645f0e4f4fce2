import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'
import type { CommunityStats } from './contract.ts'

/** Period in which an action makes a player count as active: 30 days. */
const ACTIVE_MS = 30 * 86_400_000

type CommunityCounts = Omit<CommunityStats, 'activeUsers'>

/** Returns the numbers of public shares, and of likes and comments on them. */
export async function communityCounts(db: ReadDb): Promise<CommunityCounts> {
  const { rows } = await communityRows().execute(db)
  return rows[0]!
}

/** Statement of `communityCounts`. */
export const communityRows = (): RawBuilder<CommunityCounts> => sql`
  select count(*)::int as "totalSharedPredictions", coalesce(sum(likes), 0)::int as "totalLikes",
    coalesce(sum(comments), 0)::int as "totalComments" from read.shares where is_public`

/**
 * Returns the number of players who predicted, shared, liked or commented in the last 30 days. Reads the latest pick of each player, as
 * all picks of a month are many times more.
 */
export async function activeUsers(db: ReadDb, at: string): Promise<number> {
  const since = new Date(Date.parse(at) - ACTIVE_MS).toISOString()
  const { rows } = await sql<{ players: number }>`
    select count(*)::int as players from (
      select t.user_id from read.totals t where (
        select p.updated_at from read.predictions p where p.user_id = t.user_id order by p.updated_at desc limit 1
      ) >= ${since}
      union select user_id from read.shares where is_public and created_at >= ${since}
      union select l.user_id from read.share_likes l join read.shares s on s.id = l.share_id
        where s.is_public and l.liked_at >= ${since}
      union select c.user_id from read.share_comments c join read.shares s on s.id = c.share_id
        where s.is_public and c.created_at >= ${since}
    ) active
  `.execute(db)
  return rows[0]!.players
}

/** Returns the number of players with a prediction, summed over the seasons. */
export async function playersRanked(db: ReadDb): Promise<string> {
  const { rows } = await sql<{ players: string }>`
    select coalesce(sum(players), 0)::text as players from read.histograms where gameweek = 0
  `.execute(db)
  return rows[0]!.players
}
