import { type RawBuilder, sql } from 'kysely'
import { SCORING_RULES } from '../../contracts/scoring-rules.ts'
import { type PersonRow, personColumns } from '../../slice/person.ts'
import { nameBegins } from '../accounts/queries.ts'
import type { Outcome } from '../fixtures/events.ts'
import { leaguePicks, leaguePoints, leagueSums } from '../league-rules/queries.ts'
import { paidCase, verdictCase } from '../predictions/points.ts'

export interface SettledRow {
  readonly gameweek: number
  readonly settled_at: string
  /** Number of deleted players on its board. */
  readonly deleted: number
  /** null: no result has changed since. */
  readonly fixture_id: number | null
  readonly fixture_gameweek: number | null
  readonly home: string | null
  readonly away: string | null
  readonly old_result: Outcome | null
  readonly old_home: number | null
  readonly old_away: number | null
  readonly new_result: Outcome | null
  readonly new_home: number | null
  readonly new_away: number | null
  readonly changed_at: string | null
  readonly reason: string | null
}

/** A match whose counting result differs from the one when a gameweek settled. */
export type ChangedResult = SettledRow & { readonly fixture_id: number }

/**
 * The settled gameweeks of a season, ascending, with a row per result that has changed since, latest first. A match
 * counts on the corrected board if it counted on the published one, or if it belongs to this gameweek or an earlier one
 * (docs/rules.md R316).
 */
export const settledRows = (season: string): RawBuilder<SettledRow> => sql<SettledRow>`
    select g.gameweek, g.settled_at, (
      select count(*)::int from read.rank_snapshots s
      where s.season = g.season and s.gameweek = g.gameweek and s.user_id < 0
    ) as deleted, c.*
    from read.settled_gameweeks g
    left join lateral (
      select f.id as fixture_id, f.gameweek as fixture_gameweek, h.short_name as home, a.short_name as away,
        b.result as old_result, b.home_score as old_home, b.away_score as old_away,
        f.result as new_result, f.home_score as new_home, f.away_score as new_away,
        f.result_at as changed_at, f.result_reason as reason
      from read.fixtures f
      join read.teams h on h.id = f.home_team_id
      join read.teams a on a.id = f.away_team_id
      left join read.settled_results b on b.season = g.season and b.gameweek = g.gameweek and b.fixture_id = f.id
      where f.season = g.season and (b.fixture_id is not null or f.gameweek <= g.gameweek)
        and (f.result, f.home_score, f.away_score) is distinct from (b.result, b.home_score, b.away_score)
    ) c on true
    where g.season = ${season}
    order by g.gameweek, c.changed_at desc nulls last, c.fixture_id`

/** A past board: of the season, or of the members of a league by match points. */
export interface PastOf {
  readonly season: string
  readonly gameweek: number
  /** The settled gameweek before, for movement; null: none. */
  readonly previous: number | null
  readonly league: number | null
  /** Changes to apply; none for the board as published. */
  readonly changes: readonly ChangedResult[]
}

export interface PastRow extends PersonRow {
  /** Negative: a deleted player. */
  readonly id: number
  readonly totalPoints: number
  readonly exactScores: number
  readonly correctPredictions: number
  readonly settledPredictions: number
  readonly accuracy: number
  readonly published_rank: number
  readonly published_points: number
  readonly previous_rank: number | null
}

const snapshotOf = ({ season, league }: PastOf, gameweek: number | null): RawBuilder<unknown> =>
  league === null
    ? sql`select user_id, rank, points, exact, correct, settled from read.rank_snapshots
        where season = ${season} and gameweek = ${gameweek}::int`
    : sql`select m.user_id, (rank() over (order by coalesce(s.points - s.booked, 0) desc))::int as rank,
          coalesce(s.points - s.booked, 0) as points, coalesce(s.exact, 0) as exact, coalesce(s.correct, 0) as correct,
          coalesce(s.settled, 0) as settled
        from read.league_members m
        left join read.rank_snapshots s on s.season = ${season} and s.gameweek = ${gameweek}::int and s.user_id = m.user_id
        where m.league_id = ${league} and ${gameweek}::int is not null`

/** Condition on the id of a player. */
type Players = (userId: RawBuilder<unknown>) => RawBuilder<unknown>

/** Picks of the changed matches with their verdicts before and after. */
const changedPicks = (changes: readonly ChangedResult[], players: Players) => {
  const list = <T>(of: (change: ChangedResult) => T): T[] => changes.map(of)
  return sql`
    select p.user_id, p.season, c.fixture_id, ${sql.raw(verdictCase('c.old_result', 'c.old_home', 'c.old_away'))} as was,
      ${sql.raw(verdictCase('c.new_result', 'c.new_home', 'c.new_away'))} as now,
      (c.new_result is not null)::int - (c.old_result is not null)::int as settled
    from unnest(
      ${list((c) => c.fixture_id)}::int[],
      ${list((c) => c.old_result)}::text[], ${list((c) => c.old_home)}::smallint[], ${list((c) => c.old_away)}::smallint[],
      ${list((c) => c.new_result)}::text[], ${list((c) => c.new_home)}::smallint[], ${list((c) => c.new_away)}::smallint[]
    ) as c (fixture_id, old_result, old_home, old_away, new_result, new_home, new_away)
    join read.predictions p on p.fixture_id = c.fixture_id and ${players(sql.ref('p.user_id'))}`
}

/** Differences of the players whose numbers change. A pick with the same verdict as before is left out early. */
const differences = (changes: readonly ChangedResult[], players: Players) => {
  // With one change each player has one row, which is the sum already.
  const [sum, by] = changes.length === 1 ? [sql``, sql``] : [sql`sum`, sql`group by user_id`]
  return sql`
    select user_id, ${sum}(${gained})::int as points, ${sum}((now = 'exact')::int - (was = 'exact')::int)::int as exact,
      ${sum}((now <> 'wrong')::int - (was <> 'wrong')::int)::int as correct, ${sum}(settled)::int as settled
    from (${changedPicks(changes, players)}) d where was <> now or settled <> 0 ${by}`
}

/** Points of the verdict now less those before. */
const gained = sql`${sql.raw(paidCase('now', 'season'))} - ${sql.raw(paidCase('was', 'season'))}`

const everyone: Players = () => sql`true`
const among =
  (ids: readonly number[]): Players =>
  (userId) =>
    sql`${userId} = any(${[...ids]}::int[])`
const membersOf =
  (league: number): Players =>
  (userId) =>
    sql`${userId} in (select user_id from read.league_members where league_id = ${league})`

/** Points on the corrected board. */
export interface Band {
  readonly lowest: number
  readonly highest: number
}

const MOST_PAID = Math.max(...SCORING_RULES.map(({ exact }) => exact))

/**
 * The board `t` of these players, as common table expressions: the published numbers with the changes applied. With a
 * band, rows outside it may be left out: a change moves a player by the points of an exact score at most.
 */
function tableOf(of: PastOf, players: Players, band?: Band): RawBuilder<unknown> {
  const { changes } = of
  const reach = changes.length * MOST_PAID
  const inBand = band ? sql`s.points between ${band.lowest - reach}::int and ${band.highest + reach}::int` : sql`true`
  const published = sql`select * from (${snapshotOf(of, of.gameweek)}) s where ${players(sql.ref('s.user_id'))} and ${inBand}`
  if (changes.length === 0)
    return sql`t as (select p.*, rank as published_rank, points as published_points from (${published}) p)`
  const picked: Players = band ? (userId) => sql`${userId} in (select user_id from published)` : players
  return sql`
    published as materialized (${published}), difference as (
      ${differences(changes, picked)}
    ), t as (
      select p.user_id, p.rank as published_rank, p.points as published_points, p.points + coalesce(d.points, 0) as points,
        p.exact + coalesce(d.exact, 0) as exact, p.correct + coalesce(d.correct, 0) as correct,
        p.settled + coalesce(d.settled, 0) as settled
      from published p left join difference d on d.user_id = p.user_id
    )`
}

/** By points; equal points by exact scores, accuracy, then registration, also for deleted players. */
const sortKey = (of: string) =>
  sql.raw(
    `${of}.points desc, ${of}.exact desc, (case when ${of}.settled = 0 then 0 else ${of}.correct::float8 / ${of}.settled end) desc, abs(${of}.user_id)`,
  )

const shown = (of: PastOf, players: Players) => ({
  columns: sql`t.user_id as id, ${personColumns('p')}, t.points as "totalPoints", t.exact::int as "exactScores",
    t.correct::int as "correctPredictions", t.settled::int as "settledPredictions",
    coalesce(round(100.0 * t.correct / nullif(t.settled, 0)), 0)::int as accuracy,
    t.published_rank, t.published_points, b.rank as previous_rank`,
  joins: sql`left join read.people p on p.id = t.user_id
    left join (select * from (${snapshotOf(of, of.previous)}) s where ${players(sql.ref('s.user_id'))}) b on b.user_id = t.user_id`,
})

/** Numbers of players of a published board by points, most points first. */
export const pastBars = (
  season: string,
  gameweek: number,
): RawBuilder<{ readonly points: number; readonly players: number }> => sql<{
  readonly points: number
  readonly players: number
}>`
    select points, count(*)::int as players from read.rank_snapshots
    where season = ${season} and gameweek = ${gameweek}::int group by points order by points desc`

export interface Move {
  readonly from: number
  readonly to: number
  readonly players: number
}

/** Number of players of a published board whose points the changes alter, by old and new points. */
export const pastMoves = ({
  season,
  gameweek,
  changes,
}: Pick<PastOf, 'season' | 'gameweek' | 'changes'>): RawBuilder<Move> => sql<Move>`
    select s.points as "from", s.points + d.points as "to", count(*)::int as players
    from (${differences(changes, everyone)}) d
    join read.rank_snapshots s on s.season = ${season} and s.gameweek = ${gameweek}::int and s.user_id = d.user_id
    where d.points <> 0 group by 1, 2`

/** Ids of the season's board in its order, from the highest points of a band down. */
export const pastIds = (
  of: PastOf,
  { skip, limit, ...band }: Band & { readonly skip: number; readonly limit: number },
): RawBuilder<{ readonly id: number }> => sql<{ readonly id: number }>`
    with ${tableOf(of, everyone, band)}
    select t.user_id as id from t where t.points between ${band.lowest}::int and ${band.highest}::int
    order by ${sortKey('t')} limit ${limit} offset ${skip}`

/** Rows of players by id, in no order. */
export function pastPlayers(of: PastOf, ids: readonly number[]): RawBuilder<PastRow> {
  const { columns, joins } = shown(of, among(ids))
  return sql<PastRow>`with ${tableOf(of, among(ids))} select ${columns} from t ${joins}`
}

/** All rows of a league's board, in order. */
export function pastMembers(of: PastOf & { readonly league: number }): RawBuilder<PastRow> {
  const { columns, joins } = shown(of, everyone)
  return sql<PastRow>`
    with ${tableOf(of, membersOf(of.league))} select ${columns} from t ${joins} order by ${sortKey('t')}`
}

/**
 * The same of a league with rules of its own: the results of each board by the rules of their gameweeks. The board before and the corrected
 * one are the published one with the differences, which are few.
 */
export function pastRuledMembers({
  season,
  gameweek,
  previous,
  league,
  changes,
}: PastOf & { readonly league: number }): RawBuilder<PastRow> {
  const resultsAt = (week: number | null) => sql`
    select b.fixture_id, b.result, b.home_score, b.away_score from read.settled_results b
    where b.season = ${season} and b.gameweek = ${week}::int`
  const corrected = sql`
    select f.id as fixture_id, f.result, f.home_score, f.away_score from read.fixtures f
    left join read.settled_results b on b.season = f.season and b.gameweek = ${gameweek}::int and b.fixture_id = f.id
    where f.season = ${season} and f.result is not null and (f.gameweek <= ${gameweek}::int or b.fixture_id is not null)`
  const published = resultsAt(gameweek)
  const sumsOf = (results: RawBuilder<unknown>) => leagueSums({ leagueId: league, season, results })
  const sumsWith = (results: RawBuilder<unknown>) => sql`
      select user_id, sum(points)::int as points, sum(exact)::int as exact, sum(correct)::int as correct, sum(settled)::int as settled
      from (
        select * from published_sums
        union all select * from (${sumsOf(sql`${results} except ${published}`)}) added
        union all select user_id, -points, -exact, -correct, -settled from (${sumsOf(sql`${published} except ${results}`)}) removed
      ) all_sums group by user_id`
  const boardOf = (sums: RawBuilder<unknown>) => sql`
      select m.user_id, coalesce(s.points, 0) as points, coalesce(s.exact, 0) as exact, coalesce(s.correct, 0) as correct,
        coalesce(s.settled, 0) as settled, (rank() over (order by coalesce(s.points, 0) desc))::int as rank
      from read.league_members m left join ${sums} s on s.user_id = m.user_id where m.league_id = ${league}`
  const isChanged = changes.length > 0
  return sql<PastRow>`
    with published_sums as materialized (${sumsOf(published)}),
    published as materialized (${boardOf(sql`published_sums`)}),
    t as materialized (${isChanged ? boardOf(sql`(${sumsWith(corrected)})`) : sql`select * from published`}),
    before as materialized (${previous === null ? sql`select * from published where false` : boardOf(sql`(${sumsWith(resultsAt(previous))})`)})
    select t.user_id as id, ${personColumns('p')}, t.points as "totalPoints", t.exact as "exactScores", t.correct as "correctPredictions",
      t.settled as "settledPredictions", coalesce(round(100.0 * t.correct / nullif(t.settled, 0)), 0)::int as accuracy,
      b.rank as published_rank, b.points as published_points, e.rank as previous_rank
    from t join published b on b.user_id = t.user_id
    left join before e on e.user_id = t.user_id
    left join read.people p on p.id = t.user_id
    order by ${sortKey('t')}`
}

/** Number of players before this one among those with the same points. */
export const pastAhead = (of: PastOf, id: number, points: number): RawBuilder<{ readonly ahead: number }> => sql<{
  readonly ahead: number
}>`
    with ${tableOf(of, everyone, { lowest: points, highest: points })}, level as (
      select user_id, row_number() over (order by ${sortKey('t')}) as nth from t where points = ${points}::int
    )
    select (nth - 1)::int as ahead from level where user_id = ${id}::int`

/** Ids of players of a published board whose names begin with a text, by name. */
export const pastNamed = (
  { season, gameweek }: Pick<PastOf, 'season' | 'gameweek'>,
  beginning: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<{ readonly id: number }> => sql<{ readonly id: number }>`
    select n.id::int as id from read.people n
    join read.rank_snapshots s on s.season = ${season} and s.gameweek = ${gameweek}::int and s.user_id = n.id
    where ${nameBegins(sql.ref('n.username_key'), beginning)}
    order by n.username_key limit ${limit} offset ${offset}`

/** Points that each change gave a player or took away, where they predicted the match. */
export const ownChanges = (
  changes: readonly ChangedResult[],
  reader: number,
): RawBuilder<{ readonly fixture_id: number; readonly points: number }> => sql<{
  readonly fixture_id: number
  readonly points: number
}>`
    select fixture_id, (${gained})::int as points from (${changedPicks(changes, among([reader]))}) d`

/** The same by the rules of a league, in the order of the changes' matches. A match that does not count for a late joiner has no row. */
export function ownRuledChanges(
  { season, league }: Pick<PastOf, 'season'> & { readonly league: number },
  changes: readonly ChangedResult[],
  reader: number,
): RawBuilder<{ readonly fixture_id: number; readonly points: number }> {
  const players = sql`
    select m.user_id, m.joined_at from read.league_members m where m.league_id = ${league}::int and m.user_id = ${reader}::int`
  const pointsBy = (results: (change: ChangedResult) => readonly [Outcome | null, number | null, number | null]) => {
    const [result, home, away] = [0, 1, 2].map((at) => changes.map((change) => results(change)[at]))
    const rows = sql`
      select x.* from unnest(${changes.map((change) => change.fixture_id)}::int[], ${result}::text[], ${home}::smallint[], ${away}::smallint[])
        as x (fixture_id, result, home_score, away_score)`
    return sql`
      with ${leaguePoints({ leagueId: league, season, players, results: rows })} nothing as (select)
      select fixture_id, points from (${leaguePicks(league)}) p`
  }
  return sql<{ readonly fixture_id: number; readonly points: number }>`
    with before as materialized (${pointsBy((c) => [c.old_result, c.old_home, c.old_away])}),
    now as materialized (${pointsBy((c) => [c.new_result, c.new_home, c.new_away])})
    select n.fixture_id, n.points - b.points as points from now n join before b on b.fixture_id = n.fixture_id order by 1`
}
