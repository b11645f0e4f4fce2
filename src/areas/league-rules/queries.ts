import { type RawBuilder, sql } from 'kysely'
import { JOKER_FACTOR } from '../../contracts/league-scoring.ts'
import { type PersonRow, personColumns } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { openAt } from '../fixtures/queries.ts'
import { differenceCase } from '../predictions/points.ts'
import type { LeagueJoker, Ruleset } from './contract.ts'
import { classicRules, type DatedRules, type GameweekOf, isJokerFree } from './rules.ts'

/** A league whose points are queried. */
export interface PointsOf {
  readonly id: number
  readonly own_rules: boolean
}

/** A choice of rules, as a row. `changed_by`: username; null: the account is deleted, or not a player. */
interface RulesRow {
  readonly season: string
  readonly from_gameweek: number
  readonly result: number
  readonly goal_difference: number
  readonly exact: number
  readonly joker: boolean
  readonly late_joiners: Ruleset['lateJoiners']
  readonly changed_at: string
  readonly changed_by: string | null
  readonly changed_by_id: number | null
}

/** The rules that a league has chosen, ascending, as a query. */
export const chosenRows = (leagueId: number): RawBuilder<RulesRow> => sql`
    select r.season, r.from_gameweek, r.result, r.goal_difference, r.exact, r.joker, r.late_joiners, r.changed_at, p.username as changed_by,
      case when p.username is not null then p.id end as changed_by_id
    from read.league_rules r left join read.people p on p.id = r.changed_by
    where r.league_id = ${leagueId}::bigint order by r.season, r.from_gameweek`

export interface NamedRules extends DatedRules {
  readonly changedBy: string | null
  readonly changedById: number | null
}

/** The rules that a league has chosen, ascending. */
export async function chosenRules(db: ReadDb, leagueId: number): Promise<NamedRules[]> {
  const { rows } = await chosenRows(leagueId).execute(db)
  return rows.map(({ season, from_gameweek, changed_at, changed_by, changed_by_id, ...rules }) => {
    const { goal_difference, late_joiners, ...rest } = rules
    return {
      ...{ season, fromGameweek: from_gameweek },
      ...{ changedAt: changed_at, changedBy: changed_by, changedById: changed_by_id },
      rules: { ...rest, goalDifference: goal_difference, lateJoiners: late_joiners },
    }
  })
}

/** Rules of a gameweek of a league, as a select of at most one row: the latest for it or an earlier one. `where` limits the rows `r`. */
const rulesAtRow = (
  leagueId: RawBuilder<unknown>,
  season: RawBuilder<unknown>,
  gameweek: RawBuilder<unknown>,
  where = sql``,
) => sql`
      select r.* from read.league_rules r
      where r.league_id = ${leagueId} and (r.season, r.from_gameweek) <= (${season}, ${gameweek}) ${where}
      order by r.season desc, r.from_gameweek desc limit 1`

/** A member's joker of a gameweek, with the state of its match. */
interface JokerRow {
  readonly league_id: number
  readonly league_name: string
  readonly gameweek: number
  readonly fixture_id: number | null
  readonly match_gameweek: number | null
  readonly status: 'scheduled' | 'postponed' | 'finished' | 'awarded' | 'abandoned' | 'cancelled' | null
  readonly kickoff: string | null
  readonly closed: boolean | null
  /** The gameweek has a match that is open for predictions. */
  readonly has_open: boolean
}

/** Most jokers in an answer. */
const MOST_JOKERS = 100

/** Jokers of a player in gameweeks whose rules have one, in all leagues or one of them, latest joined league first, as a query. */
export const jokerRows = (
  userId: number,
  leagueId: number | null,
  season: string,
  gameweeks: readonly number[],
  at: string,
): RawBuilder<JokerRow> => sql`
    select l.id as league_id, l.name as league_name, g.gameweek, f.id as fixture_id, f.gameweek as match_gameweek,
      f.status, f.kickoff, f.closed, exists (
        select from read.fixtures o where o.season = ${season} and o.gameweek = g.gameweek
          and ${openAt('o', at)}
      ) as has_open
    from read.league_members m
    join read.leagues l on l.id = m.league_id and l.status = 'active' and l.own_rules
    cross join unnest(${[...gameweeks]}::int[]) as g (gameweek)
    join lateral (${rulesAtRow(sql`l.id`, sql`${season}`, sql`g.gameweek`)}) r on r.joker
    left join read.league_jokers j on j.league_id = l.id and j.user_id = m.user_id and j.season = ${season} and j.gameweek = g.gameweek
    left join read.fixtures f on f.id = j.fixture_id
    where m.user_id = ${userId}::int and (${leagueId}::bigint is null or l.id = ${leagueId}::bigint)
    order by m.joined_at desc, l.id desc, g.gameweek limit ${sql.lit(MOST_JOKERS)}`

/** Jokers of a player: `jokerRows` as contract objects. */
export async function jokersOf(
  db: ReadDb,
  userId: number,
  { leagueId, season, gameweeks }: { leagueId: number | null; season: string; gameweeks: readonly number[] },
  at: string,
): Promise<LeagueJoker[]> {
  const { rows } = await jokerRows(userId, leagueId, season, gameweeks, at).execute(db)
  return rows.map((row) => jokerOf(row, season, at))
}

function jokerOf(row: JokerRow, season: string, at: string): LeagueJoker {
  const { league_id: leagueId, league_name: leagueName, gameweek, fixture_id: fixtureId, has_open } = row
  const { status, kickoff, closed, match_gameweek } = row
  const isFree =
    status === null ||
    isJokerFree({ status, kickoff, closed: closed === true, gameweek: match_gameweek ?? gameweek }, gameweek, at)
  return { leagueId, leagueName, season, gameweek, fixtureId, isMovable: isFree && (has_open || fixtureId !== null) }
}

/** Players whose points are queried: a select of `user_id` and `joined_at` (null: counts from the start). */
export const membersOf = (leagueId: number): RawBuilder<unknown> =>
  sql`select m.user_id, m.joined_at from read.league_members m where m.league_id = ${leagueId}::int`

/** Members among some players. */
export const membersAmong = (leagueId: number, ids: readonly number[]): RawBuilder<unknown> =>
  sql`${membersOf(leagueId)} and m.user_id = any(${[...ids]}::int[])`

/** Results that count: a select of `fixture_id`, `result`, `home_score` and `away_score`. `gameweek` null: of the whole season. */
const presentResults = (season: string | null, gameweek: LeaguePicksOf['gameweek']): RawBuilder<unknown> => sql`
  select f.id as fixture_id, f.result, f.home_score, f.away_score from read.fixtures f
  where f.season = ${season} and f.result is not null ${gameweek == null ? sql`` : sql`and f.gameweek = ${gameweek}::int`}`

interface LeaguePicksOf {
  readonly leagueId: number
  readonly season: string | null
  /** Default: the present members. */
  readonly players?: RawBuilder<unknown>
  /** Default: the present results of the season, or of one of its gameweeks. */
  readonly results?: RawBuilder<unknown>
  readonly gameweek?: number | RawBuilder<unknown> | null
  /** Rules for all matches instead of the chosen ones. */
  readonly rules?: Ruleset
}

/** When a match `f` closed: its cutoff, or a simulated start or result before it. */
const closedAt = sql`least(f.cutoff, f.started_at, f.settled_at)`

/** Rules that a league has chosen for a match `f`, before it closed. */
const chosenFor = (leagueId: number) =>
  rulesAtRow(
    sql`${leagueId}::bigint`,
    sql`f.season`,
    sql`f.gameweek`,
    sql`and (${closedAt} is null or r.changed_at < ${closedAt})`,
  )

/** Points of a pick `p` of a match `m` with the columns of `ruledMatches`, without a joker. */
const pointsOfPick = sql`case
        when p.home_score = m.home_score and p.away_score = m.away_score then m.exact_points
        when p.result is distinct from m.result then 0
        when ${sql.raw(differenceCase('m.result', 'm.home_score', 'm.away_score'))} then m.difference_points
        else m.result_points end`

/** The same with a joker, if it is on the match. */
const pointsWith = (joker: RawBuilder<unknown>) =>
  sql`(${pointsOfPick}) * case when ${joker} then ${sql.lit(JOKER_FACTOR)} else 1 end`

/** Matches with their results and the rules that a league has for them. */
const ruledMatches = ({ leagueId, season, rules }: LeaguePicksOf) => {
  const { result, goalDifference, exact } = classicRules(season)
  const chosen = rules
    ? sql`select ${rules.result}::int as result, ${rules.goalDifference}::int as goal_difference, ${rules.exact}::int as exact,
        ${rules.joker}::boolean as joker, ${rules.lateJoiners}::text as late_joiners`
    : chosenFor(leagueId)
  return sql`
      select f.id, f.season, f.gameweek, f.kickoff, ${closedAt} as closed_at, x.result, x.home_score, x.away_score,
        coalesce(r.result, ${result}::int) as result_points,
        coalesce(nullif(r.goal_difference, 0), r.result, ${goalDifference || result}::int) as difference_points,
        coalesce(r.exact, ${exact}::int) as exact_points, coalesce(r.joker, false) as has_joker,
        coalesce(r.late_joiners = 'joining', false) as is_from_joining
      from counted_results x join read.fixtures f on f.id = x.fixture_id
      left join lateral (${chosen}) r on true`
}

/** Whether a match `m` counts for a player `u`: not if it closed before they joined and rules count from joining. */
const doesCount = sql`(not m.is_from_joining or m.closed_at is null or u.joined_at is null or u.joined_at < m.closed_at)`

/**
 * Gameweeks with counted matches. Players who joined before `picks_from` have their points from `read.gameweek_rows`, later ones from their
 * picks, if they joined before `picks_to`. All players have them from picks where the counted results are not the present ones, or where
 * rules differ within the gameweek.
 */
const ruledWeeks = (season: string | null) => sql`
      select f.gameweek, max(m.result_points) as result_points, max(m.difference_points) as difference_points,
        max(m.exact_points) as exact_points,
        case
          when bool_and((f.result, f.home_score, f.away_score) is not distinct from (m.result, m.home_score, m.away_score))
            and min(m.result_points) = max(m.result_points) and min(m.difference_points) = max(m.difference_points)
            and min(m.exact_points) = max(m.exact_points)
          then coalesce(min(m.closed_at) filter (where m.is_from_joining), 'infinity')
          else '-infinity'
        end as picks_from,
        max(case when m.is_from_joining then coalesce(m.closed_at, 'infinity') else 'infinity' end) filter (where m.id is not null) as picks_to
      from read.fixtures f left join ruled_matches m on m.id = f.id
      where f.season = ${season} group by f.gameweek having count(m.id) > 0`

/** Picks `p` of a match `m` by the players `users`. */
const picksOfMatch = (users: RawBuilder<unknown>) => sql`lateral (
        select t.user_id, t.result, t.home_score, t.away_score from read.predictions t
        where t.fixture_id = m.id and t.user_id = any(${users}) offset 0
      ) p`

const sums = (of: string) =>
  sql.raw(['points', 'exact', 'correct', 'settled'].map((name) => `sum(${of}.${name})::int as ${name}`).join(', '))

/** Points of all matches by player, with the other columns of `league_weeks`, as a select. */
export const leagueSums = (of: LeaguePicksOf): RawBuilder<unknown> =>
  sql`with ${leaguePoints(of)} all_sums as (select c.user_id, ${sums('c')} from counted_points c group by c.user_id) select * from all_sums`

/**
 * Common table expressions, each followed by a comma.
 * - `league_weeks`: points by player and gameweek, with the columns of `read.gameweek_rows`.
 * - `counted_points`: the same in several rows for a player and gameweek: the sums of the whole game with the points of the league,
 *   picks that cannot be computed from them, and the additional points of jokers.
 */
export function leaguePoints(of: LeaguePicksOf): RawBuilder<unknown> {
  const { leagueId, season, players = membersOf(leagueId), gameweek = null } = of
  const { results = presentResults(season, gameweek) } = of
  // Rows of players are read by lists of keys, so that the cost is linear in the number of players whatever the planner estimates.
  return sql`
    league_players as materialized (${players}),
    counted_results as materialized (${results}),
    ruled_matches as materialized (${ruledMatches(of)}),
    ruled_weeks as materialized (${ruledWeeks(season)}),
    ruled_jokers as not materialized (
      select j.user_id, j.fixture_id from read.league_jokers j
      join ruled_matches m on m.id = j.fixture_id and m.season = j.season and m.gameweek = j.gameweek and m.has_joker
      join league_players u on u.user_id = j.user_id
      where j.league_id = ${leagueId}::int and ${doesCount}
    ),
    counted_points as materialized (
      select w.gameweek, g.user_id, g.exact, g.correct, g.settled,
        g.exact * w.exact_points + g.difference * w.difference_points + (g.correct - g.exact - g.difference) * w.result_points as points
      from ruled_weeks w
      cross join lateral (
        select t.user_id, t.exact, t.correct, t.settled, t.difference from read.gameweek_rows t
        where t.season = ${season} and t.gameweek = w.gameweek and t.user_id = any(array(
          select u.user_id from league_players u where coalesce(u.joined_at, '-infinity') < w.picks_from
        )) offset 0
      ) g
      union all
      select m.gameweek, p.user_id, coalesce(p.home_score = m.home_score and p.away_score = m.away_score, false)::int,
        (p.result = m.result)::int, 1, ${pointsOfPick}
      from (
        select m.id, array_agg(u.user_id) as users
        from ruled_weeks w
        join league_players u
          on coalesce(u.joined_at, '-infinity') >= w.picks_from and coalesce(u.joined_at, '-infinity') < w.picks_to
        join ruled_matches m on m.gameweek = w.gameweek and ${doesCount}
        group by m.id
      ) x join ruled_matches m on m.id = x.id cross join ${picksOfMatch(sql`x.users`)}
      union all
      select m.gameweek, p.user_id, 0, 0, 0, (${pointsOfPick}) * ${sql.lit(JOKER_FACTOR - 1)}
      from (select fixture_id, array_agg(user_id) as users from ruled_jokers group by fixture_id) x
      join ruled_matches m on m.id = x.fixture_id cross join ${picksOfMatch(sql`x.users`)}
    ),
    league_weeks as not materialized (
      select ${season}::text as season, c.gameweek, c.user_id, ${sums('c')} from counted_points c group by c.gameweek, c.user_id
    ),`
}

/** All counted matches, and all players for each. */
const everyPick = sql`select id as fixture_id, array(select user_id from league_players) as users from ruled_matches`

/**
 * Points by pick in a statement with `leaguePoints`, as a select of `user_id`, `fixture_id` and `points`. Picks that do not count for a late
 * joiner are left out. `lists`: a select of matches, `fixture_id`, and of arrays of players, `users`.
 */
export const leaguePicks = (leagueId: number, lists: RawBuilder<unknown> = everyPick): RawBuilder<unknown> => sql`
      select p.user_id, m.id as fixture_id, ${pointsWith(sql`m.has_joker and exists (
          select from read.league_jokers j where j.league_id = ${leagueId}::int and j.user_id = p.user_id and j.season = m.season
            and j.gameweek = m.gameweek and j.fixture_id = m.id
        )`)} as points
      from (${lists}) x join ruled_matches m on m.id = x.fixture_id
      cross join ${picksOfMatch(sql`x.users`)}
      join league_players u on u.user_id = p.user_id
      where ${doesCount}`

/** Points of a pick `p` of a member `u` in a match that counts, in a statement with `leaguePoints`; `joker`: whether it is doubled. */
export const leaguePickPoints = (joker: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
      select ${pointsWith(joker)}
      from ruled_matches m where m.id = p.fixture_id and ${doesCount}
    ), 0)`

/** Whether a player has a joker on the match of a pick `p` that doubles it in a league, as a condition. For closed matches only. */
export const hasJoker = (leagueId: number): RawBuilder<unknown> => sql`exists (
      select from read.fixtures f
      join read.league_jokers j on j.league_id = ${leagueId}::bigint and j.user_id = p.user_id and j.season = f.season
        and j.gameweek = f.gameweek and j.fixture_id = f.id
      cross join lateral (${chosenFor(leagueId)}) r
      where f.id = p.fixture_id and r.joker
    )`

/** Sources of points in statements about a league: those of the whole game, or by the league's own rules. */
export interface PointsSource {
  /** Common table expressions that the sources need, each followed by a comma. */
  readonly with: RawBuilder<unknown>
  /** Points by gameweek: `season`, `gameweek`, `user_id`, `points`, `exact`, `correct`, `settled`. */
  readonly weeks: RawBuilder<unknown>
  /** Points by pick of matches with results, as of `leaguePicks`. */
  picks(lists: RawBuilder<unknown>): RawBuilder<unknown>
}

const classicSource: PointsSource = {
  with: sql``,
  weeks: sql`read.gameweek_rows`,
  picks: (lists) => sql`
      select p.user_id, p.fixture_id, p.points from (${lists}) x
      cross join lateral (
        select t.user_id, t.fixture_id, t.points from read.predictions t
        where t.fixture_id = x.fixture_id and t.user_id = any(x.users) offset 0
      ) p`,
}

/** Sources of points. A league without rules of its own reads the tables of the whole game. */
export const pointsSource = (
  { id, own_rules }: PointsOf,
  season: string | null,
  limits: Pick<LeaguePicksOf, 'players' | 'gameweek'> = {},
): PointsSource =>
  own_rules
    ? {
        with: leaguePoints({ ...limits, leagueId: id, season }),
        weeks: sql`league_weeks`,
        picks: (lists) => leaguePicks(id, lists),
      }
    : classicSource

/** Points of all members of a league by its own rules, as a query. */
export const memberPointsRows = (
  leagueId: number,
  season: string | null,
): RawBuilder<{ readonly user_id: number; readonly points: number }> => sql`
    select m.user_id, coalesce(s.points, 0) as points
    from read.league_members m left join (${leagueSums({ leagueId, season })}) s on s.user_id = m.user_id where m.league_id = ${leagueId}`

/** Current score of a match, taken as its result. */
interface LiveScore {
  readonly id: number
  readonly homeScore: number
  readonly awayScore: number
}

/** A member's row of a provisional board. */
export interface ProvisionalRow {
  readonly id: number
  readonly ranking: number
  readonly settledRanking: number
  /** Points that the matches under way would pay. */
  readonly points: number
  readonly totalPoints: number
}

/** Members with a prediction, in the order of the board as it would be if matches under way ended now, by the league's own rules, as a query. */
export function provisionalRows(
  leagueId: number,
  season: string,
  live: readonly LiveScore[],
): RawBuilder<ProvisionalRow> {
  const results = sql`
    select x.fixture_id, case when x.home > x.away then 'home' when x.home < x.away then 'away' else 'draw' end as result,
      x.home as home_score, x.away as away_score
    from unnest(${live.map(({ id }) => id)}::int[], ${live.map(({ homeScore }) => homeScore)}::int[],
      ${live.map(({ awayScore }) => awayScore)}::int[]) as x (fixture_id, home, away)`
  return sql`
    with before as materialized (${leagueSums({ leagueId, season })}), gained as materialized (${leagueSums({ leagueId, season, results })}),
    t as (
      select m.user_id, coalesce(b.points, 0) as settled_points, coalesce(g.points, 0) as gains,
        coalesce(b.points, 0) + coalesce(g.points, 0) as points, coalesce(b.exact, 0) + coalesce(g.exact, 0) as exact,
        coalesce((coalesce(b.correct, 0) + coalesce(g.correct, 0))::float8 / nullif(coalesce(b.settled, 0) + coalesce(g.settled, 0), 0), 0) as accuracy
      from read.league_members m
      join read.totals n on n.season = ${season} and n.user_id = m.user_id
      left join before b on b.user_id = m.user_id
      left join gained g on g.user_id = m.user_id
      where m.league_id = ${leagueId}::int
    )
    select t.user_id as id, (rank() over (order by t.points desc))::int as ranking,
      (rank() over (order by t.settled_points desc))::int as "settledRanking", t.gains as points, t.points as "totalPoints"
    from t order by t.points desc, t.exact desc, t.accuracy desc, t.user_id`
}

/** Scoring that a league has chosen for a match `f`, as JSON; null: that of the whole game. */
export const scoringJson = (leagueId: number): RawBuilder<unknown> => sql`(
      select json_build_object('result', r.result, 'goalDifference', r.goal_difference, 'exact', r.exact)
      from (${chosenFor(leagueId)}) r)`

/** A member's points in a gameweek as they count, and by other rules. */
export interface PreviewRow extends PersonRow {
  readonly id: number
  readonly nth: number
  readonly ranking: number
  readonly points: number
  readonly newRanking: number
  readonly newPoints: number
}

/** The first members of a league in a gameweek by other rules, and the reader, as a query. */
export const previewRows = (
  league: PointsOf,
  { season, gameweek }: GameweekOf,
  rules: Ruleset,
  { limit, reader }: { readonly limit: number; readonly reader: number },
): RawBuilder<PreviewRow> => {
  const leagueId = league.id
  const own = league.own_rules ? leaguePoints({ leagueId, season, gameweek }) : sql``
  const weeks = league.own_rules ? sql`league_weeks` : sql`read.gameweek_rows`
  const points = (rows: RawBuilder<unknown>) =>
    sql`select w.user_id, w.points from ${rows} w where w.season = ${season} and w.gameweek = ${gameweek}::int`
  return sql`
    with counted as materialized (with ${own} nothing as (select) ${points(weeks)}),
    by_rules as materialized (
      with ${leaguePoints({ leagueId, season, gameweek, rules })} nothing as (select) ${points(sql`league_weeks`)}
    ), ranked as (
      select m.user_id as id, coalesce(a.points, 0) as points, coalesce(b.points, 0) as new_points,
        rank() over (order by coalesce(a.points, 0) desc)::int as ranking,
        rank() over (order by coalesce(b.points, 0) desc)::int as new_ranking,
        row_number() over (order by coalesce(b.points, 0) desc, m.user_id)::int as nth
      from (${membersOf(leagueId)}) m
      left join counted a on a.user_id = m.user_id
      left join by_rules b on b.user_id = m.user_id
    )
    select r.id, r.nth, ${personColumns('p')}, r.ranking, r.points, r.new_ranking as "newRanking", r.new_points as "newPoints"
    from ranked r left join read.people p on p.id = r.id
    where r.nth <= ${limit} or r.id = ${reader} order by r.nth`
}

/** The latest settled gameweek of a season; null: none. */
export async function lastSettled(db: ReadDb, season: string): Promise<number | null> {
  const row = await db
    .selectFrom('read.settled_gameweeks')
    .select(({ fn }) => fn.max('gameweek').as('gameweek'))
    .where('season', '=', season)
    .executeTakeFirst()
  return row?.gameweek ?? null
}
