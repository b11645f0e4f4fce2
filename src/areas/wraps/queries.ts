import { type RawBuilder, sql } from 'kysely'
import { type NamedRow, personColumns } from '../../slice/person.ts'
import type { Outcome, Team } from '../fixtures/contract.ts'
import { teamJson } from '../fixtures/queries.ts'
import { leagueMates } from '../leagues/queries.ts'
import type { PickVerdict } from '../predictions/contract.ts'

/** A player, a season, and the last gameweek that counts. */
interface WrapQuery {
  readonly userId: number
  readonly season: string
  readonly through: number
}

/** A settled pick, with the numbers of players who had the same pick, the same result, and any pick. */
export interface WrapPick {
  readonly gameweek: number
  readonly kickoff: string | null
  readonly home: Team
  readonly away: Team
  readonly result: Outcome
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly points: number
  readonly verdict: PickVerdict
  readonly same: number
  readonly agreeing: number
  readonly players: number
}

export interface OwnWrapRow extends NamedRow {
  /** Gameweeks of the season with matches, ascending. */
  readonly gameweeks: readonly number[]
  /** Number of settled gameweeks. */
  readonly settled: number
  /** By kickoff. */
  readonly picks: readonly WrapPick[]
  /** Mean points of all players by gameweek. */
  readonly means: Readonly<Record<string, number>>
}

/** Gameweeks and settled picks of a player. No row: the player is unknown or deleted. */
export const ownWrapRow = (userId: number, season: string): RawBuilder<OwnWrapRow> => sql<OwnWrapRow>`
    select u.id as user_id, ${personColumns('u')},
      to_json(array(select distinct f.gameweek from read.fixtures f where f.season = ${season} order by 1)) as gameweeks,
      (select count(*)::int from read.settled_gameweeks g where g.season = ${season}) as settled, (
        select coalesce(json_agg(json_build_object('gameweek', f.gameweek, 'kickoff', f.kickoff, 'home', ${teamJson('h')}, 'away', ${teamJson('a')},
          'result', x.result, 'homeScore', x.home_score, 'awayScore', x.away_score, 'points', x.points, 'verdict', x.verdict,
          'same', c.same, 'agreeing', c.agreeing, 'players', c.players) order by f.kickoff, f.id), '[]')
        from read.predictions x
        join read.fixtures f on f.id = x.fixture_id
        join read.teams h on h.id = f.home_team_id
        join read.teams a on a.id = f.away_team_id
        cross join lateral (
          select coalesce(sum(p.picks), 0)::int as players, coalesce(sum(p.picks) filter (where p.result = x.result), 0)::int as agreeing,
            coalesce(sum(p.picks) filter (where p.result = x.result and p.home_score is not distinct from x.home_score
              and p.away_score is not distinct from x.away_score), 0)::int as same
          from read.pick_counts p where p.fixture_id = f.id
        ) c
        where x.user_id = u.id and x.season = ${season} and x.points is not null
      ) as picks, (
        select coalesce(json_object_agg(m.gameweek, m.mean), '{}') from (
          select h.gameweek, round(sum(h.points * h.players)::numeric / nullif(sum(h.players), 0), 1)::float8 as mean
          from read.histograms h where h.season = ${season} and h.gameweek > 0 group by h.gameweek
        ) m
      ) as means
    from read.people u where u.id = ${userId}::bigint and u.username is not null`

/** Number of players by match points; `through` null: of the season. Reads every player's rows, so its answer is cached. */
export const pointsRows = (
  season: string,
  through: number | null,
): RawBuilder<{ readonly points: number; readonly players: number }> =>
  through === null
    ? sql`select t.match_points as points, count(*)::int as players from read.totals t where t.season = ${season} and t.settled > 0 group by 1`
    : sql`select s.points, count(*)::int as players from (
        select sum(r.points)::int as points from read.gameweek_rows r
        where r.season = ${season} and r.gameweek <= ${through}::int group by r.user_id having sum(r.settled) > 0
      ) s group by s.points`

export interface RivalRow extends NamedRow {
  readonly points: number
  /** Points by gameweek. */
  readonly gameweeks: Readonly<Record<string, number>>
}

/** The league mate whose match points are closest to the given ones. */
export const rivalRow = ({ userId, season, through }: WrapQuery, points: number): RawBuilder<RivalRow> => sql<RivalRow>`
    select s.user_id, ${personColumns('u')}, s.points, s.gameweeks from (
      select r.user_id, sum(r.points)::int as points, json_object_agg(r.gameweek, r.points) as gameweeks
      from read.gameweek_rows r
      where r.season = ${season} and r.gameweek <= ${through}::int and r.user_id in (${leagueMates(userId)})
      group by r.user_id having sum(r.settled) > 0
    ) s join read.people u on u.id = s.user_id and u.username is not null
    order by abs(s.points - ${points}::int), s.user_id limit 1`
