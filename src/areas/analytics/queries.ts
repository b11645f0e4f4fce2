import { type RawBuilder, sql } from 'kysely'
import type { Outcome, Team } from '../fixtures/contract.ts'
import { teamJson } from '../fixtures/queries.ts'
import type { LeagueType } from '../leagues/contract.ts'

/** A match after its cutoff, with its numbers of picks per outcome. */
export interface ClosedMatch {
  readonly id: number
  readonly gameweek: number
  readonly home: number
  readonly away: number
  /** The current result; null without one. */
  readonly result: Outcome | null
  readonly home_score: number | null
  readonly away_score: number | null
  readonly said_home: number
  readonly said_draw: number
  readonly said_away: number
  readonly exact: number
  /** Picks with a score, and the goals in them. */
  readonly scored: number
  readonly home_goals: number
  readonly away_goals: number
}

/** A predicted score. `settled` is the number of its picks with a result. */
interface PredictedScore {
  readonly home: number
  readonly away: number
  readonly picks: number
  readonly settled: number
  readonly exact: number
}

interface TopRow {
  readonly id: number
  readonly username: string | null
  readonly correct: number
  readonly settled: number
  readonly accuracy: number
}

/** Activity of the members of a league. */
export interface LeagueRow {
  readonly id: number
  /** Counted picks in the latest settled gameweek, and in the one before. */
  readonly now: number
  readonly before: number
  /** Members with a settled pick, and the mean of their accuracies as a fraction (null without any). */
  readonly counted: number
  readonly accuracy: number | null
}

/** The data that is the same for all readers. */
export interface CrowdRow {
  readonly clubs: readonly Team[]
  readonly matches: readonly ClosedMatch[]
  readonly scores: readonly PredictedScore[]
  readonly players: number
  readonly ranked_from: number
  readonly top: readonly TopRow[]
  /** Accuracies (fractions) of ranked players, best first, each with its number of players. */
  readonly heights: readonly (readonly [accuracy: number, players: number])[]
  readonly week: number | null
  readonly week_before: number | null
  /** The public leagues with most members. */
  readonly leagues: readonly LeagueRow[]
  /** Time in milliseconds when the latest match closed; null without one. */
  readonly closed_at: number | null
}

/** Maximum number of public leagues, those with most members. */
const MAX_LEAGUES = 100
/** Maximum number of scores. */
const MAX_SCORES = 10
/** Number of most accurate players (docs/rules.md R183). */
const MAX_USERS = 5

const list = (rows: RawBuilder<unknown>, order?: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(r ${order ? sql`order by ${order}` : sql``}), '[]') from (${rows}) r)`

/**
 * The latest two settled gameweeks, and each player's results in the season and in these. `how`: whether the rows are
 * materialised, as for many leagues with the same members, or read for each league.
 */
const standings = (season: string, how: RawBuilder<unknown>) => sql`
  week as (
    select max(gameweek) as now, (array_agg(gameweek order by gameweek desc))[2] as before
    from read.settled_gameweeks where season = ${season}
  ), standings as ${how} (
    select t.user_id, t.accuracy, t.settled, n.settled as now, b.settled as before
    from read.totals t
    left join read.gameweek_rows n on n.season = ${season} and n.gameweek = (select now from week) and n.user_id = t.user_id
    left join read.gameweek_rows b on b.season = ${season} and b.gameweek = (select before from week) and b.user_id = t.user_id
    where t.season = ${season}
  )`

/** `LeagueRow`s for a select of league ids. Requires `standings` before it. */
const leagueRows = (leagues: RawBuilder<unknown>) => sql`
  select l.id, coalesce(sum(s.now), 0)::int as now, coalesce(sum(s.before), 0)::int as before,
    (count(*) filter (where s.settled > 0))::int as counted, avg(s.accuracy) filter (where s.settled > 0) as accuracy
  from (${leagues}) l join read.league_members m on m.league_id = l.id left join standings s on s.user_id = m.user_id
  group by l.id`

/**
 * Query for the analytics of a season that are the same for all readers, with matches closed at a time (ISO 8601).
 * Counts of matches with a result are stored. Picks are read only for the few matches that have closed since.
 */
export const crowdRow = (season: string, at: string): RawBuilder<CrowdRow> => sql<CrowdRow>`
  with ${standings(season, sql`materialized`)}, closed as (
    select id, gameweek, home_team_id as home, away_team_id as away, result, home_score, away_score, cutoff
    from read.fixtures
    where season = ${season} and status <> 'cancelled' and (result is not null or closed or cutoff <= ${at})
  ), said as (
    select c.id, p.result, p.home_score, p.away_score, p.picks from closed c join read.pick_counts p on p.fixture_id = c.id
    where c.result is not null
    union all
    select c.id, p.* from closed c cross join lateral (
      select p.result, p.home_score, p.away_score, count(*) from read.predictions p where p.fixture_id = c.id group by 1, 2, 3
    ) p where c.result is null
  ), matches as (
    select c.id, c.gameweek, c.home, c.away, c.result, c.home_score, c.away_score,
      coalesce(sum(s.picks) filter (where s.result = 'home'), 0) as said_home,
      coalesce(sum(s.picks) filter (where s.result = 'draw'), 0) as said_draw,
      coalesce(sum(s.picks) filter (where s.result = 'away'), 0) as said_away,
      coalesce(sum(s.picks) filter (where s.home_score = c.home_score and s.away_score = c.away_score), 0) as exact,
      coalesce(sum(s.picks) filter (where s.home_score is not null), 0) as scored,
      coalesce(sum(s.picks * s.home_score), 0) as home_goals, coalesce(sum(s.picks * s.away_score), 0) as away_goals
    from closed c left join said s on s.id = c.id
    group by c.id, c.gameweek, c.home, c.away, c.result, c.home_score, c.away_score
  ), scores as (
    select s.home_score as home, s.away_score as away, sum(s.picks) as picks,
      coalesce(sum(s.picks) filter (where c.result is not null), 0) as settled,
      coalesce(sum(s.picks) filter (where s.home_score = c.home_score and s.away_score = c.away_score), 0) as exact
    from said s join closed c on c.id = s.id where s.home_score is not null
    group by s.home_score, s.away_score order by sum(s.picks) desc, s.home_score, s.away_score limit ${sql.lit(MAX_SCORES)}
  ), enough as (
    select greatest(1, (count(*) + 1) / 2)::int as picks from matches
    where result is not null and said_home + said_draw + said_away > 0
  ), heights as (
    select t.accuracy, count(*) as players from read.totals t, enough
    where t.season = ${season} and t.settled >= enough.picks group by t.accuracy
  ), top as (
    select t.user_id as id, t.correct, t.settled, t.accuracy, t.exact from read.totals t, enough
    where t.season = ${season} and t.settled >= enough.picks
    order by t.accuracy desc, t.settled desc, t.exact desc, t.user_id limit ${sql.lit(MAX_USERS)}
  )
  select
    (select coalesce(json_agg(${teamJson('t')}), '[]') from read.teams t
      where t.id in (select unnest(array[home_team_id, away_team_id]) from read.fixtures where season = ${season})) as clubs,
    ${list(sql`select * from matches`, sql`r.id`)} as matches,
    ${list(sql`select * from scores`, sql`r.picks desc, r.home, r.away`)} as scores,
    (select count(*)::int from read.totals where season = ${season} and settled > 0) as players,
    (select picks from enough) as ranked_from,
    ${list(
      sql`select t.*, p.username from top t left join read.people p on p.id = t.id`,
      sql`r.accuracy desc, r.settled desc, r.exact desc, r.id`,
    )} as top,
    (select coalesce(json_agg(json_build_array(accuracy, players) order by accuracy desc), '[]') from heights) as heights,
    week.now as week, week.before as week_before,
    ${list(
      leagueRows(
        sql`select id from read.leagues where type = 'public' and status = 'active'
          order by members desc, id limit ${sql.lit(MAX_LEAGUES)}`,
      ),
    )} as leagues,
    (select extract(epoch from max(cutoff)) * 1000 from closed where cutoff <= ${at})::double precision as closed_at
  from week`

/** The reader's counted picks, by gameweek, outcome and time before the cutoff. */
export interface OwnPicks {
  readonly gameweek: number
  readonly said: Outcome
  /** Whole days, 3 for more; null if the match has no cutoff. */
  readonly days: number | null
  readonly picks: number
  readonly correct: number
  readonly exact: number
}

/** A league that the reader may see, with current numbers. */
export interface SeenLeague {
  readonly id: number
  readonly name: string
  readonly type: LeagueType
  readonly members: number
  readonly is_member: boolean
}

/** The data of one reader. */
export interface OwnRow {
  readonly picks: readonly OwnPicks[]
  /** The reader's leagues that are not in the crowd. */
  readonly leagues: readonly LeagueRow[]
  /** These and the crowd's leagues, without those that the reader may no longer see. */
  readonly seen: readonly SeenLeague[]
  /** Numbers of leagues by size, the smallest first: public ones and the reader's. */
  readonly sizes: readonly (readonly [members: number, leagues: number])[]
}

/** Maximum number of the reader's leagues, those joined last. */
const MAX_OWN_LEAGUES = 100

/** Query for the reader's data. `known` are the leagues whose numbers are in the crowd. */
export const ownRow = (season: string, reader: number, known: readonly number[]): RawBuilder<OwnRow> => sql<OwnRow>`
  with ${standings(season, sql`not materialized`)}, own as (
    select f.gameweek, p.result as said, p.verdict,
      greatest(0, least(3, floor(extract(epoch from f.cutoff - p.updated_at) / 86400)))::int as days
    from read.predictions p join read.fixtures f on f.id = p.fixture_id
    where p.user_id = ${reader} and p.season = ${season} and f.result is not null
  ), mine as (
    select m.league_id as id from read.league_members m join read.leagues l on l.id = m.league_id and l.status = 'active'
    where m.user_id = ${reader} order by m.joined_at desc, m.league_id desc limit ${sql.lit(MAX_OWN_LEAGUES)}
  )
  select
    ${list(sql`
      select gameweek, said, days, count(*)::int as picks, (count(*) filter (where verdict <> 'wrong'))::int as correct,
        (count(*) filter (where verdict = 'exact'))::int as exact
      from own group by gameweek, said, days`)} as picks,
    ${list(leagueRows(sql`select id from mine where id <> all(${[...known]}::int[])`))} as leagues,
    ${list(sql`
      select l.id, l.name, l.type, l.members, l.id in (select id from mine) as is_member from read.leagues l
      where l.id in (select id from mine)
        or l.id = any(${[...known]}::int[]) and l.type = 'public' and l.status = 'active'`)} as seen,
    (select coalesce(json_agg(json_build_array(members, n) order by members), '[]') from (
      select members, count(*) as n from read.leagues
      where type = 'public' and status = 'active' or id in (select id from mine) group by members) s) as sizes
  from week`
