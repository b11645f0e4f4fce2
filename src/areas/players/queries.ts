import { type RawBuilder, sql } from 'kysely'
import { GAMEWEEKS } from '../../contracts/common.ts'
import { authorOf, type NamedRow, personColumns } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Score } from '../accounts/queries.ts'
import type { AchievementEntry } from '../achievements/catalogue.ts'
import { shownOf } from '../achievements/queries.ts'
import { teamJson } from '../fixtures/queries.ts'
import { commonLeagues, type RankedLeague } from '../leagues/queries.ts'
import type { CommonLeague, Player, PlayerGameweek, PlayerRecord } from './contract.ts'

/** A select of one row with the score of a player in a season. */
export type ScoreIn = (userId: RawBuilder<unknown>, season: string | null) => RawBuilder<Score>

/** A league with a player whose rank in it is wanted. */
type PlayerInLeague = RankedLeague & { readonly userId: number }

/** Points and ranks of players in leagues, in the order of the leagues. */
type RankingsIn = (
  leagues: readonly PlayerInLeague[],
  season: string | null,
) => Promise<readonly CommonLeague['theirs'][]>

export interface PlayerDependencies {
  readonly db: ReadDb
  readonly catalogue: readonly AchievementEntry[]
  readonly scoreIn: ScoreIn
  readonly rankingsIn: RankingsIn
}

export interface RecordRow {
  readonly score: Score
  readonly match_points: number
  readonly streaks: Pick<PlayerRecord, 'currentStreak' | 'bestStreak'>
}

interface PlayerRow
  extends NamedRow,
    Pick<Player, 'joinedAt' | 'favoriteTeam' | 'bio' | 'location' | 'followers' | 'isFollowing'> {
  readonly theirs: RecordRow
  readonly yours: RecordRow
  readonly badges: readonly { readonly id: string; readonly at: string }[]
  readonly leagues: readonly Omit<RankedLeague, 'points'>[]
}

/** A player's name in an answer, and their id. */
type Named = readonly [name: string, userId: RawBuilder<unknown>]

/** A player, the reader of the page, and the season. */
export interface PlayerQuery {
  readonly playerId: number
  readonly readerId: number
  /** null: the store has no season. */
  readonly season: string | null
}

/** SQL expression: a player's record of a season as JSON (`RecordRow`). */
export const recordOf = (userId: RawBuilder<unknown>, season: string | null, scoreIn: ScoreIn) => sql`(
  select json_build_object('score', row_to_json(s), 'match_points', coalesce(t.match_points, 0), 'streaks', json_build_object(
    'currentStreak', coalesce(k.current_streak, 0), 'bestStreak', coalesce(k.best_streak, 0)))
  from (${scoreIn(userId, season)}) s
  left join read.streaks k on k.user_id = ${userId} and k.season = ${season}
  left join read.totals t on t.user_id = ${userId} and t.season = ${season})`

/** Statement of `seenPlayer`. No row: the player is unknown or deleted. */
export const playerRow = ({ playerId, readerId, season }: PlayerQuery, scoreIn: ScoreIn): RawBuilder<PlayerRow> => sql`
    select u.id as user_id, ${personColumns('u')}, u.registered_at as "joinedAt", case when c.id is not null then ${teamJson('c')} end as "favoriteTeam", own.bio, own.location, coalesce(f.followers, 0) as followers,
      exists (select from read.follows x where x.follower_id = ${readerId}::int and x.followed_id = u.id) as "isFollowing",
      ${recordOf(sql`u.id`, season, scoreIn)} as theirs, ${recordOf(sql`${readerId}::int`, season, scoreIn)} as yours,
      (select coalesce(json_agg(json_build_object('id', a.achievement, 'at',
          to_char(a.unlocked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.unlocked_at desc, a.achievement), '[]')
        from read.achievements a where a.user_id = u.id) as badges,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'version', c.version, 'own_rules', c.own_rules) order by c.name, c.id), '[]')
        from (${commonLeagues(readerId, sql`u.id`)}) c where u.id <> ${readerId}::int) as leagues
    from read.people u
    left join read.followed_players f on f.user_id = u.id
    left join read.profiles own on own.user_id = u.id
    left join read.teams c on c.id = own.favorite_team
    where u.id = ${playerId}::bigint and u.username is not null`

/** Returns the player's page for the reader (docs/rules.md R150); null: the player is unknown or deleted. */
export async function seenPlayer(
  { db, catalogue, scoreIn, rankingsIn }: PlayerDependencies,
  query: PlayerQuery,
): Promise<Player | null> {
  const { rows } = await playerRow(query, scoreIn).execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const { joinedAt, favoriteTeam, bio, location, followers, isFollowing, theirs, yours } = row
  const entries = new Map(catalogue.map((entry) => [entry.id, entry]))
  return {
    ...authorOf(row)!,
    ...{ joinedAt, favoriteTeam, bio, location },
    ...recordIn(theirs),
    badges: row.badges.flatMap(({ id, at }) => {
      const entry = entries.get(id)
      return entry ? [{ ...shownOf(entry), unlockedAt: at }] : []
    }),
    ...{ followers, isFollowing },
    leagues: await rankedIn(
      row.leagues,
      { userId: query.playerId, points: theirs.match_points },
      { userId: query.readerId, points: yours.match_points },
      (leagues) => rankingsIn(leagues, query.season),
    ),
    yours: recordIn(yours),
  }
}

const recordIn = ({ score: { achievementCount: _, ...score }, streaks }: RecordRow): PlayerRecord => ({
  ...score,
  ...streaks,
})

/** Returns both players' ranks in each league, with one ranking query for the two. */
async function rankedIn(
  leagues: readonly Omit<RankedLeague, 'points'>[],
  theirs: Pick<PlayerInLeague, 'userId' | 'points'>,
  yours: Pick<PlayerInLeague, 'userId' | 'points'>,
  rankings: (leagues: readonly PlayerInLeague[]) => ReturnType<RankingsIn>,
): Promise<CommonLeague[]> {
  const withPlayer = (player: typeof theirs) => leagues.map((league) => ({ ...league, ...player }))
  const ranks = await rankings([...withPlayer(theirs), ...withPlayer(yours)])
  return leagues.map(({ id, name }, index) => ({
    id,
    name,
    theirs: ranks[index]!,
    yours: ranks[leagues.length + index]!,
  }))
}

/**
 * SQL expression: match points of two players by gameweek, as JSON with the given names. Every gameweek is read by its key; those in which
 * neither has a settled prediction are left out.
 */
export const gameweeksJson = ([first, firstId]: Named, [second, secondId]: Named, season: string | null) => {
  const of = (userId: RawBuilder<unknown>) =>
    sql`read.gameweek_rows r where r.season = ${season} and r.gameweek = n.gameweek and r.user_id = ${userId} and r.settled > 0`
  return sql`(
      select coalesce(json_agg(json_build_object('gameweek', n.gameweek, ${sql.lit(first)}, a.points, ${sql.lit(second)}, b.points) order by n.gameweek), '[]')
      from generate_series(1, ${GAMEWEEKS}::int) as n (gameweek)
      left join lateral (select r.points from ${of(firstId)}) a on true
      left join lateral (select r.points from ${of(secondId)}) b on true
      where a.points is not null or b.points is not null
    )`
}

/** Statement of `gameweeksOf`. No row: the player is unknown or deleted. */
export const gameweekRow = ({
  playerId,
  readerId,
  season,
}: PlayerQuery): RawBuilder<{ readonly gameweeks: PlayerGameweek[] }> => sql`
    select ${gameweeksJson(['theirs', sql`u.id`], ['yours', sql`${readerId}::int`], season)} as gameweeks
    from read.people u where u.id = ${playerId}::bigint and u.username is not null`

/** Returns match points by gameweek of a player and the reader (docs/rules.md R151); null: the player is unknown or deleted. */
export async function gameweeksOf(db: ReadDb, query: PlayerQuery): Promise<PlayerGameweek[] | null> {
  const { rows } = await gameweekRow(query).execute(db)
  return rows[0]?.gameweeks ?? null
}
