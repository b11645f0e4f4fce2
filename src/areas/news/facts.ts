import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'
import type { TableRow } from '../fixtures/contract.ts'
import type { Outcome } from '../fixtures/events.ts'
import { tableAfter } from '../fixtures/queries.ts'

/** A match with its picks. `result` null: no result and no story. */
export interface MatchFacts {
  readonly fixtureId: number
  readonly season: string
  readonly gameweek: number
  /** End of the match; null without a result. */
  readonly at: string | null
  readonly homeTeamId: number
  readonly awayTeamId: number
  readonly homeSlug: string
  readonly awaySlug: string
  readonly result: Outcome | null
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly picks: number
  readonly home: number
  readonly draw: number
  readonly away: number
  readonly exact: number
  readonly paid: number
  readonly scores: readonly (readonly [home: number, away: number, players: number])[]
}

/** A settled gameweek: its board, and the leaders of the season’s board at settlement. */
export interface GameweekFacts {
  readonly gameweek: number
  readonly at: string
  /** Number of players with predictions, and the sum of their points. */
  readonly players: number
  readonly sum: number
  /** Highest points; null: no predictions. */
  readonly points: number | null
  readonly winners: number
  /** Highest points below `points`; null: none. */
  readonly next: number | null
  /** The first three of the board at most, with their exact scores. */
  readonly first: readonly { readonly id: number; readonly exact: number }[]
  /** Ids of the season’s leaders, two at most, without deleted ones, and their total number with these; 0: no stored ranks. */
  readonly leaders: readonly number[]
  readonly atTop: number
  /** Rank of the first leader after the previous gameweek with stored ranks, and that gameweek; null: none. */
  readonly before: { readonly gameweek: number; readonly rank: number | null } | null
}

/** Matches by id, or by gameweek. */
type MatchesOf =
  | { readonly ids: readonly number[] }
  | { readonly season: string; readonly gameweeks: readonly number[] }

export const matchFactRows = (of: MatchesOf): RawBuilder<MatchFacts> => {
  const where =
    'ids' in of
      ? sql`f.id = any(${[...of.ids]}::int[])`
      : sql`f.season = ${of.season} and f.gameweek = any(${[...of.gameweeks]}::int[])`
  return sql<MatchFacts>`
    select f.id as "fixtureId", f.season, f.gameweek, least(f.settled_at, f.kickoff + interval '2 hours') as at,
      f.home_team_id as "homeTeamId", f.away_team_id as "awayTeamId", h.slug as "homeSlug", a.slug as "awaySlug",
      f.result, f.home_score as "homeScore", f.away_score as "awayScore",
      c.picks, c.home, c.draw, c.away, c.exact, c.paid, c.scores
    from read.fixtures f join read.teams h on h.id = f.home_team_id join read.teams a on a.id = f.away_team_id
    left join lateral (
      select coalesce(sum(n), 0)::int as picks, coalesce(sum(n) filter (where result = 'home'), 0)::int as home,
        coalesce(sum(n) filter (where result = 'draw'), 0)::int as draw, coalesce(sum(n) filter (where result = 'away'), 0)::int as away,
        coalesce(sum(n) filter (where verdict = 'exact'), 0)::int as exact, coalesce(sum(n * points), 0)::int as paid,
        coalesce(json_agg(json_build_array(home_score, away_score, n) order by n desc, home_score, away_score)
          filter (where home_score <= 4 and away_score <= 4), '[]') as scores
      from (
        select result, home_score, away_score, points, verdict, count(*)::int as n from read.predictions
        where fixture_id = f.id group by result, home_score, away_score, points, verdict
      ) p
    ) c on true
    where ${where}
    order by f.id
  `
}

export async function matchFacts(db: ReadDb, of: MatchesOf): Promise<readonly MatchFacts[]> {
  return (await matchFactRows(of).execute(db)).rows
}

export const gameweekFactRows = (season: string): RawBuilder<GameweekFacts> => sql<GameweekFacts>`
    select s.gameweek, least(s.settled_at, s.last_kickoff + interval '2 hours') as at,
      b.players, b.sum, b.points, b.winners, b.next, coalesce(w.first, '[]') as first,
      coalesce(l.leaders, '[]') as leaders, coalesce(l.at_top, 0) as "atTop",
      case when p.gameweek is not null then json_build_object('gameweek', p.gameweek, 'rank', (
        select rank from read.rank_snapshots r
        where r.season = s.season and r.gameweek = p.gameweek and r.user_id = (l.leaders->>0)::int
      )) end as before
    from read.settled_gameweeks s
    cross join lateral (
      select coalesce(sum(players), 0)::int as players, coalesce(sum(players * points), 0)::int as sum, max(points) as points,
        coalesce((array_agg(players order by points desc))[1], 0) as winners, (array_agg(points order by points desc))[2] as next
      from read.histograms where season = s.season and gameweek = s.gameweek
    ) b
    left join lateral (
      select json_agg(json_build_object('id', user_id, 'exact', exact) order by exact desc, accuracy desc, user_id) as first from (
        select user_id, exact, accuracy from read.gameweek_rows
        where season = s.season and gameweek = s.gameweek and points = b.points
        order by exact desc, accuracy desc, user_id limit 3
      ) f
    ) w on true
    left join lateral (
      select (json_agg(user_id order by user_id) filter (where user_id > 0))::jsonb as leaders, max(at_top)::int as at_top from (
        select user_id, count(*) over () as at_top from read.rank_snapshots
        where s.ranked and season = s.season and gameweek = s.gameweek and rank = 1 order by user_id desc limit 2
      ) f
    ) l on true
    left join lateral (
      select max(gameweek) as gameweek from read.settled_gameweeks e
      where e.season = s.season and e.gameweek < s.gameweek and e.ranked
    ) p on true
    where s.season = ${season}
    order by s.gameweek
  `

/** Settled gameweeks of a season, ascending. */
export async function gameweekFacts(db: ReadDb, season: string): Promise<readonly GameweekFacts[]> {
  return (await gameweekFactRows(season).execute(db)).rows
}

/** The league table after each of the gameweeks and after their previous ones. */
export async function tableFacts(
  db: ReadDb,
  season: string,
  gameweeks: readonly number[],
): Promise<ReadonlyMap<number, readonly TableRow[]>> {
  const wanted = new Set(gameweeks.flatMap((gameweek) => [gameweek - 1, gameweek]).filter((gameweek) => gameweek > 0))
  const tables = new Map<number, readonly TableRow[]>()
  for (const gameweek of wanted) tables.set(gameweek, await tableAfter(db, season, gameweek))
  return tables
}
