import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { authorOf, type NamedRow, personColumns } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { commonLeagues } from '../leagues/queries.ts'
import type { FollowedPlayer } from '../sharing/contract.ts'

interface PlayerRow extends NamedRow {
  readonly username: string
  readonly followers: number
  readonly following: boolean
  readonly leagues: readonly string[]
  readonly predictions: number
  readonly correct: number
  readonly settled: number
  readonly accuracy: number
}

/** Names of leagues that the reader shares with the player `other`, as a JSON column. */
const sharedLeagues = (readerId: number, other: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(l.name order by l.name, l.id), '[]') from (${commonLeagues(readerId, other)}) l)`

/** Players of a select `page` (`user_id`, order `nth`) as the reader sees them. */
async function seenPlayers(
  db: ReadDb,
  page: RawBuilder<unknown>,
  readerId: number,
  season: string | null,
): Promise<FollowedPlayer[]> {
  const { rows } = await seenPlayerRows(page, readerId, season).execute(db)
  return rows.map((row) => ({
    ...authorOf(row)!,
    followers: row.followers,
    isFollowing: row.following,
    leagues: [...row.leagues],
    totalPredictions: row.predictions,
    correctPredictions: row.correct,
    settledPredictions: row.settled,
    accuracy: row.accuracy,
  }))
}

/** Players of a select `page` with followers, common leagues and season statistics, as a query. */
export const seenPlayerRows = (
  page: RawBuilder<unknown>,
  readerId: number,
  season: string | null,
): RawBuilder<PlayerRow> => sql`
    with page as materialized (${page})
    select page.user_id, ${personColumns('u')}, coalesce(f.followers, 0) as followers,
      exists (select from read.follows x where x.follower_id = ${readerId}::int and x.followed_id = page.user_id) as following,
      ${sharedLeagues(readerId, sql`page.user_id`)} as leagues, coalesce(t.predictions, 0) as predictions,
      coalesce(t.correct, 0) as correct, coalesce(t.settled, 0) as settled, round(100 * coalesce(t.accuracy, 0))::int as accuracy
    from page join read.people u on u.id = page.user_id and u.username is not null
    left join read.followed_players f on f.user_id = page.user_id
    left join read.totals t on t.season = ${season} and t.user_id = page.user_id
    order by page.nth`

/** One player as the reader sees them; null: no such player. */
export async function seenPlayer(
  db: ReadDb,
  userId: number,
  readerId: number,
  season: string | null,
): Promise<FollowedPlayer | null> {
  const page = sql`select ${userId}::bigint as user_id, 1 as nth`
  return (await seenPlayers(db, page, readerId, season))[0] ?? null
}

/**
 * A page of players to follow: first of the reader’s leagues, then by followers, then by registration (docs/rules.md
 * R89). Each part reads only as many rows as the page needs.
 */
export function discoveredPlayers(
  db: ReadDb,
  readerId: number,
  season: string | null,
  { limit, offset }: Page,
): Promise<FollowedPlayer[]> {
  const reach = limit + offset
  const page = sql`
    select user_id, row_number() over (order by part, followers desc, user_id) as nth from (
      with mates as materialized (
        select distinct m.user_id from read.league_members me
        join read.leagues l on l.id = me.league_id and l.status = 'active'
        join read.league_members m on m.league_id = me.league_id where me.user_id = ${readerId}::int
      )
      (select m.user_id, 1 as part, coalesce(f.followers, 0) as followers from mates m
        left join read.followed_players f on f.user_id = m.user_id where m.user_id <> ${readerId}::int
        order by 3 desc, 1 limit ${reach})
      union all
      (select f.user_id, 2, f.followers from read.followed_players f
        where f.user_id <> ${readerId}::int and not exists (select from mates m where m.user_id = f.user_id)
        order by f.followers desc, f.user_id limit ${reach})
      union all
      (select u.id, 3, 0 from read.people u
        where u.deleted_at is null and u.id <> ${readerId}::int and not exists (select from mates m where m.user_id = u.id)
          and not exists (select from read.followed_players f where f.user_id = u.id)
        order by u.id limit ${reach})
    ) found order by part, followers desc, user_id limit ${limit} offset ${offset}`
  return seenPlayers(db, page, readerId, season)
}
