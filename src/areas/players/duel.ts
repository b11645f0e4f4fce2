import { type RawBuilder, sql } from 'kysely'
import { authorOf, type PersonRow, personJson } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { commonLeagues } from '../leagues/queries.ts'
import { pickJson } from '../predictions/queries.ts'
import type { Duel, Duellist, DuelMatches, DuelPicks, RevealedPick } from './contract.ts'
import { gameweeksJson, type RecordRow, recordOf, type ScoreIn } from './queries.ts'
import { byKickoff, closedFixtures, type FixturesOf, targetGameweek } from './revealed.ts'

/** Two players, the reader of their duel, and the season. */
export interface DuelQuery {
  readonly playerId: number
  readonly opponentId: number
  /** null: a visitor with the public address. */
  readonly readerId: number | null
  /** null: the store has no season. */
  readonly season: string | null
}

interface DuelRow extends Pick<Duel, 'gameweeks' | 'matches'> {
  readonly player_id: number
  readonly opponent_id: number
  readonly player: PersonRow
  readonly opponent: PersonRow
  readonly player_record: RecordRow
  readonly opponent_record: RecordRow
}

/** A query of both players; `is_near`: the reader shares a league with each of them, or is one of them. No row: one is unknown or deleted. */
const pairOf = ({ playerId, opponentId, readerId }: DuelQuery) => {
  const isNear = (id: RawBuilder<unknown>) =>
    readerId === null ? sql`false` : sql`(${id} = ${readerId}::int or exists (${commonLeagues(readerId, id)}))`
  return sql`
    select a.id as player_id, b.id as opponent_id, ${personJson('a')} as player, ${personJson('b')} as opponent,
      ${isNear(sql`a.id`)} and ${isNear(sql`b.id`)} as is_near
    from read.people a join read.people b on b.id = ${opponentId}::bigint and b.username is not null
    where a.id = ${playerId}::bigint and a.username is not null`
}

/** SQL expression: number of a player's settled picks that no other player had. */
const lonePicks = (userId: RawBuilder<unknown>, season: string | null) => sql`(
  select count(*) from read.predictions x
  join read.pick_counts c on c.fixture_id = x.fixture_id and c.result = x.result and c.picks = 1
    and c.home_score is not distinct from x.home_score and c.away_score is not distinct from x.away_score
  where x.user_id = ${userId} and x.season = ${season} and x.points is not null)`

/** SQL expression: `DuelMatches` of a row `p` of `pairOf`. */
const matchesJson = (season: string | null) => sql`(
  select json_build_object('player', count(*) filter (where m.mine > m.theirs), 'opponent', count(*) filter (where m.mine < m.theirs),
    'level', count(*) filter (where m.mine = m.theirs), 'both', count(*) filter (where m.picks = 2), 'agreed', count(*) filter (where m.agreed),
    'lonePicks', json_build_object('player', ${lonePicks(sql`p.player_id`, season)}, 'opponent', ${lonePicks(sql`p.opponent_id`, season)}))
  from (
    select coalesce(sum(x.points) filter (where x.user_id = p.player_id), 0) as mine,
      coalesce(sum(x.points) filter (where x.user_id = p.opponent_id), 0) as theirs, count(*) as picks,
      count(*) = 2 and count(distinct (x.result, x.home_score, x.away_score)) = 1 as agreed
    from read.predictions x
    where x.user_id in (p.player_id, p.opponent_id) and x.season = ${season} and x.points is not null
    group by x.fixture_id
  ) m)`

/** Statement of `duelOf`. No row: one of the players is unknown or deleted. */
export const duelRow = (query: DuelQuery, scoreIn: ScoreIn): RawBuilder<DuelRow> => {
  const { season } = query
  return sql`
    with pair as materialized (${pairOf(query)})
    select p.player_id, p.opponent_id, p.player, p.opponent, ${recordOf(sql`p.player_id`, season, scoreIn)} as player_record,
      ${recordOf(sql`p.opponent_id`, season, scoreIn)} as opponent_record,
      ${gameweeksJson(['player', sql`p.player_id`], ['opponent', sql`p.opponent_id`], season)} as gameweeks,
      case when p.is_near then ${matchesJson(season)} end as matches
    from pair p`
}

/** Returns the duel as the reader sees it (docs/rules.md R300, R301); null: one of the players is unknown or deleted. */
export async function duelOf(db: ReadDb, query: DuelQuery, scoreIn: ScoreIn): Promise<Omit<Duel, 'key'> | null> {
  const { rows } = await duelRow(query, scoreIn).execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const both = row.gameweeks.flatMap(({ player, opponent }) =>
    player === null || opponent === null ? [] : [player - opponent],
  )
  return {
    player: duellistOf(row.player_id, row.player, row.player_record),
    opponent: duellistOf(row.opponent_id, row.opponent, row.opponent_record),
    gameweeks: row.gameweeks,
    won: {
      player: both.filter((lead) => lead > 0).length,
      opponent: both.filter((lead) => lead < 0).length,
      level: both.filter((lead) => lead === 0).length,
    },
    matches: row.matches satisfies DuelMatches | null,
  }
}

const duellistOf = (id: number, person: PersonRow, { score, match_points, streaks }: RecordRow): Duellist => ({
  ...authorOf({ user_id: id, ...person })!,
  points: match_points,
  exactScores: score.exactScores,
  correctPredictions: score.correctPredictions,
  settledPredictions: score.settledPredictions,
  accuracy: score.accuracy,
  bestStreak: streaks.bestStreak,
})

/** Without `gameweek`, the gameweek of the match whose cutoff passed last. */
interface DuelPicksQuery extends DuelQuery {
  readonly gameweek: number | undefined
  /** The present time, ISO 8601. Cutoffs at or before it have passed. */
  readonly at: string
}

interface DuelPicksRow {
  readonly is_near: boolean
  readonly gameweek: number | null
  readonly last: number | null
  readonly picks: readonly {
    readonly fixture: number
    readonly player: RevealedPick | null
    readonly opponent: RevealedPick | null
  }[]
}

/** Statement of `duelPicks`. It selects matches by their cutoffs first, so a sealed pick is never read. */
export const duelPicksRow = (query: DuelPicksQuery): RawBuilder<DuelPicksRow> => sql`
    with pair as materialized (${pairOf(query)}), closed as materialized (${closedFixtures(query)}),
    target as materialized (${targetGameweek(query.gameweek)})
    select p.is_near, target.gameweek, (select max(gameweek)::int from closed) as last, (
      select coalesce(json_agg(json_build_object('fixture', c.id, 'player', ${pickJson('a')}, 'opponent', ${pickJson('b')})), '[]')
      from closed c
      left join read.predictions a on a.fixture_id = c.id and a.user_id = p.player_id
      left join read.predictions b on b.fixture_id = c.id and b.user_id = p.opponent_id
      where p.is_near and c.gameweek = target.gameweek and (a.id is not null or b.id is not null)
    ) as picks
    from pair p cross join target`

/** Returns both players' revealed picks of a gameweek (docs/rules.md R300); null: unknown or deleted player; `far`: no league in common. */
export async function duelPicks(
  db: ReadDb,
  query: DuelPicksQuery,
  fixturesOf: FixturesOf,
): Promise<DuelPicks | 'far' | null> {
  const { rows } = await duelPicksRow(query).execute(db)
  const row = rows[0]
  if (row === undefined) return null
  if (!row.is_near) return 'far'
  const picks = new Map(row.picks.map((pick) => [pick.fixture, pick]))
  const fixtures = await fixturesOf([...picks.keys()], query.at)
  return {
    gameweek: row.gameweek,
    lastGameweek: row.last,
    picks: [...fixtures.values()].sort(byKickoff).map((fixture) => {
      const { player, opponent } = picks.get(fixture.id)!
      return { fixture, player, opponent }
    }),
  }
}
