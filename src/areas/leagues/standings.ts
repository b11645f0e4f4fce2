import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../contracts/common.ts'
import { createCache } from '../../kernel/cache.ts'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { membersAmong, type PointsOf, type PointsSource, pointsSource } from '../league-rules/queries.ts'
import type { LeagueDetail, LeagueStanding } from './contract.ts'
import type { SeenLeague } from './queries.ts'

/** A member’s row of the standings, before ranking. */
export interface StandingRow
  extends PersonRow,
    Omit<LeagueStanding, keyof Person | 'ranking' | 'movement' | 'role' | 'pointsSinceJoining' | 'recent'> {
  /** Match points at the baseline gameweek of movement; null: not on the board then. */
  readonly was: number | null
}

export type RankedRow = StandingRow & Pick<LeagueStanding, 'ranking' | 'movement'>

/** Scope of standings: a season, or one of its gameweeks. */
export interface StandingsOf {
  /** null: the store has no season yet and all points are 0. */
  readonly season: string | null
  readonly gameweek: number | null
}

interface Computed {
  readonly rows: readonly RankedRow[]
  readonly placeOf: ReadonlyMap<number, number>
  /** Points from matches after joining, for the late joiners queried so far. */
  readonly since: Map<number, number>
  /** By last gameweek, then by member: points of the gameweeks up to it. */
  readonly recent: Map<number, Map<number, readonly number[]>>
  /** Members who joined before it earned all their points after joining. */
  readonly firstKickoff: string | null
}

/** Most standings in the cache, of leagues and of gameweeks in them. */
const MOST_CACHED = 300

/**
 * Standings of leagues: all members by points, exact scores, accuracy and registration. Equal points share a rank.
 * Computed on the first read after a change and cached by the version of the league and its points.
 */
export function createStandings({ db }: { readonly db: ReadDb }) {
  const cache = createCache<Computed>({ max: MOST_CACHED })
  const wholeOf = (league: SeenLeague, of: StandingsOf, shown: Shown) =>
    cache.get(`${league.id} ${of.season} ${of.gameweek}`, league.version, () => compute(db, league, of, shown))

  return {
    /** All members in order. */
    rows: async (league: SeenLeague, of: StandingsOf): Promise<readonly RankedRow[]> =>
      (await wholeOf(league, of, { limit: 0, offset: 0, reader: 0 })).rows,

    /**
     * A page and the reader’s own row, if they are a member. With `recent`, also the points of the gameweeks up to it.
     */
    async page(
      league: SeenLeague,
      of: StandingsOf,
      page: Omit<Shown, 'reader'>,
      reader: number,
    ): Promise<Pick<LeagueDetail, 'standings' | 'me'>> {
      const { limit, offset, recent } = page
      const whole = await wholeOf(league, of, { ...page, reader })
      const rows = whole.rows.slice(offset, offset + limit)
      const place = whole.placeOf.get(reader)
      const mine = place === undefined ? undefined : whole.rows[place]!
      // Without duplicates: a duplicate row would be summed twice.
      const all = mine && !rows.includes(mine) ? [...rows, mine] : rows
      const [points] = await Promise.all([
        recent == null ? null : recentPoints(db, league, whole, all, of.season, recent),
        addSince(db, league, whole, all, of),
      ])
      const shown = (row: RankedRow) => ({
        ...standingOf(row, league.admin_id, whole.since.get(row.id) ?? row.totalPoints),
        ...(points ? { recent: [...points.get(row.id)!] } : {}),
      })
      return { standings: rows.map(shown), me: mine ? shown(mine) : null }
    },
  }
}

export type Standings = ReturnType<typeof createStandings>

/** The rows returned: a page and the reader’s. Columns only they need are queried with all rows. */
interface Shown {
  readonly limit: number
  readonly offset: number
  readonly reader: number
  readonly recent?: number | null
}

async function compute(db: ReadDb, league: PointsOf, of: StandingsOf, shown: Shown): Promise<Computed> {
  const { recent } = shown
  const { rows } = await shownRows(league, of, shown).execute(db)
  const ranked = withRanks(rows.map(({ since, recent, first_kickoff, ...row }): StandingRow => row))
  const known = rows.flatMap((row): [number, number[]][] => (row.recent === null ? [] : [[row.id, row.recent]]))
  return {
    rows: ranked,
    placeOf: new Map(ranked.map((row, place) => [row.id, place])),
    since: new Map(rows.flatMap(({ id, since }): [number, number][] => (since === null ? [] : [[id, since]]))),
    recent: new Map(recent == null ? [] : [[recent, new Map(known)]]),
    firstKickoff: rows[0]?.first_kickoff ?? null,
  }
}

/** All members, with additional columns for the rows returned, as a query. */
export function shownRows(league: PointsOf, of: StandingsOf, shown: Shown): RawBuilder<StandingRow & ShownRow> {
  const { season, gameweek } = of
  const { recent: last } = shown
  // Recent points are of other gameweeks than those of a gameweek's board.
  const source = pointsSource(league, season, last == null ? { gameweek } : {})
  const recent = last == null ? null : recentOf(source, season, last, sql`ranked r where ${isShown(shown)}`)
  return standingRows(league, of, source, {
    // With rules of its own, points of late joiners are a further query: its picks are those of few players.
    columns: sql`(select first from frame) as first_kickoff, ${league.own_rules ? sql`null::int` : sinceColumn(of, shown)} as since,
      ${recent ? sql`recent.points` : sql`null::int[]`} as recent`,
    ...(recent ? { with: sql`, recent as (${recent})`, joins: sql`left join recent on recent.id = r.id` } : {}),
  })
}

interface ShownRow {
  readonly first_kickoff: string | null
  /** For a returned late joiner of a league without rules of its own; null for other members. */
  readonly since: number | null
  /** For a returned member on request; null otherwise. */
  readonly recent: number[] | null
}

const onlyGameweek = (gameweek: number | null) => (gameweek === null ? sql`` : sql`and f.gameweek = ${gameweek}`)

const isShown = ({ limit, offset, reader }: Shown) =>
  sql`(r.nth > ${offset} and r.nth <= ${offset + limit} or r.id = ${reader})`

const sinceColumn = ({ season, gameweek }: StandingsOf, shown: Shown) => sql`
  case when r.points > 0 and r.joined_at >= (select first from frame) and ${isShown(shown)}
  then (
    select coalesce(sum(p.points), 0)::int from read.predictions p join read.fixtures f on f.id = p.fixture_id
    where p.user_id = r.id and p.season = ${season} and p.points > 0 ${onlyGameweek(gameweek)} and f.kickoff > r.joined_at
  ) end`

/**
 * Members `r` of a league in order, with additional columns. `frame` has the values common to all members: the first
 * kickoff, the baseline gameweek of movement, and the later gameweeks with results. The baseline is null before the
 * first one and for a gameweek’s own board.
 */
function standingRows<Row extends StandingRow>(
  { id: leagueId, own_rules }: PointsOf,
  { season, gameweek }: StandingsOf,
  source: PointsSource,
  more: {
    readonly with?: RawBuilder<unknown>
    readonly columns: RawBuilder<unknown>
    readonly joins?: RawBuilder<unknown>
  },
): RawBuilder<Row> {
  const numbers = own_rules
    ? sql`(${ruledNumbers({ season, gameweek })}) t on t.user_id = m.user_id`
    : gameweek === null
      ? sql`(select *, match_points as scored from read.totals) t on t.season = ${season} and t.user_id = m.user_id`
      : sql`(select *, points as scored from read.gameweek_rows) t on t.season = ${season} and t.gameweek = ${gameweek} and t.user_id = m.user_id`
  const baseline = gameweek === null ? sql`(select baseline from frame)` : sql`null::int`
  return sql<Row>`
    with ${source.with} frame as materialized (
      select min(f.kickoff) filter (where ${gameweek}::int is null or f.gameweek = ${gameweek}) as first, s.baseline,
        array_agg(distinct f.gameweek) filter (where f.result is not null and f.gameweek > s.baseline) as after
      from read.fixtures f, (select max(baseline_gameweek) as baseline from read.seasons where season = ${season}) s
      where f.season = ${season} group by s.baseline
    ), later as (
      select m.user_id, sum(g.points)::int as points
      from read.league_members m join ${source.weeks} g
        on g.season = ${season} and g.gameweek = any((select after from frame)::smallint[]) and g.user_id = m.user_id
      where m.league_id = ${leagueId} and ${baseline} is not null group by m.user_id
    ), ranked as (
      select m.user_id as id, ${personColumns('p')}, m.joined_at, coalesce(t.scored, 0) as points, coalesce(t.exact, 0) as exact,
        coalesce(t.correct, 0) as correct, coalesce(t.settled, 0) as settled, coalesce(t.predictions, 0) as predictions,
        case when s.rank is not null then t.scored - coalesce(later.points, 0) end as was,
        row_number() over (
          order by coalesce(t.scored, 0) desc, coalesce(t.exact, 0) desc, coalesce(t.accuracy, 0) desc, m.user_id
        ) as nth
      from read.league_members m
      left join ${numbers}
      left join later on later.user_id = m.user_id
      left join read.people p on p.id = m.user_id
      left join read.rank_snapshots s on s.season = ${season} and s.gameweek = ${baseline} and s.user_id = m.user_id
      where m.league_id = ${leagueId}
    ) ${more.with ?? sql``}
    select r.id, ${personColumns('r')}, r.joined_at as "joinedAt", r.points as "totalPoints", r.exact as "exactScores",
      r.correct as "correctPredictions", r.settled as "settledPredictions", r.predictions as "totalPredictions",
      coalesce(round(100.0 * r.correct / nullif(r.settled, 0)), 0)::int as accuracy, r.was, ${more.columns}
    from ranked r ${more.joins ?? sql``} order by r.nth`
}

/**
 * Numbers of a league with rules of its own, as those of `read.totals` and `read.gameweek_rows`. Predictions include open ones and
 * those that do not count for a late joiner.
 */
const ruledNumbers = ({ season, gameweek }: StandingsOf) => {
  const predicted = gameweek === null ? sql`read.totals` : sql`read.gameweek_rows`
  const only = (alias: string) => (gameweek === null ? sql`` : sql`and ${sql.ref(alias)}.gameweek = ${gameweek}`)
  return sql`
        select n.user_id, n.predictions, coalesce(w.scored, 0) as scored, coalesce(w.exact, 0) as exact, coalesce(w.correct, 0) as correct,
          coalesce(w.settled, 0) as settled, coalesce(w.correct::float8 / nullif(w.settled, 0), 0) as accuracy
        from ${predicted} n left join (
          select g.user_id, sum(g.points)::int as scored, sum(g.exact)::int as exact, sum(g.correct)::int as correct, sum(g.settled)::int as settled
          from counted_points g where true ${only('g')} group by g.user_id
        ) w on w.user_id = n.user_id
        where n.season = ${season} ${only('n')}`
}

/** Adds ranks, shared by equal points (1, 2, 2, 4), and movement within the league among members at the baseline. */
export function withRanks<Row extends StandingRow>(rows: readonly Row[]): (Row & RankedRow)[] {
  const before = rows.flatMap(({ was }) => (was === null ? [] : [was])).sort((a, b) => b - a)
  const rankBefore = new Map<number, number>()
  for (const [index, was] of before.entries()) if (!rankBefore.has(was)) rankBefore.set(was, index + 1)
  let ranking = 1
  return rows.map((row, index) => {
    if (index > 0 && row.totalPoints !== rows[index - 1]!.totalPoints) ranking = index + 1
    const was = row.was === null ? undefined : rankBefore.get(row.was)
    return { ...row, ranking, movement: was === undefined ? null : was - ranking }
  })
}

/** Points of late joiners since joining, as a query. Joiners without points are left out. */
export const sinceRows = (
  league: PointsOf,
  late: readonly Pick<StandingRow, 'id' | 'joinedAt'>[],
  { season, gameweek }: StandingsOf,
): RawBuilder<{ readonly id: number; readonly points: number }> => {
  const players = membersAmong(
    league.id,
    late.map(({ id }) => id),
  )
  const source = pointsSource(league, season, { players, gameweek })
  return sql`
    with ${source.with} late as materialized (
      select * from unnest(${late.map((row) => row.id)}::int[], ${late.map((row) => row.joinedAt)}::timestamptz[]) as j (id, at)
    )
    select p.user_id as id, sum(p.points)::int as points
    from (${source.picks(sql`
      select f.id as fixture_id, array_agg(j.id) as users from late j join read.fixtures f on f.kickoff > j.at
      where f.season = ${season} and f.result is not null ${onlyGameweek(gameweek)} group by f.id`)}) p
    where p.points > 0 group by p.user_id`
}

/** Queries points since joining for late joiners among the rows who are not in `since` yet. */
async function addSince(
  db: ReadDb,
  league: PointsOf,
  { since, firstKickoff }: Computed,
  rows: readonly RankedRow[],
  { season, gameweek }: StandingsOf,
): Promise<void> {
  if (firstKickoff === null) return
  const late = rows.filter((row) => row.totalPoints > 0 && row.joinedAt >= firstKickoff && !since.has(row.id))
  if (late.length === 0) return
  const { rows: sums } = await sinceRows(league, late, { season, gameweek }).execute(db)
  const byId = new Map(sums.map(({ id, points }) => [id, points]))
  for (const { id } of late) since.set(id, byId.get(id) ?? 0)
}

/** Number of gameweeks for recent form. */
const RECENT = 5

/** Match points of players `r` in the gameweeks up to `last`, oldest first, as a select. `players`: a source with its conditions. */
const recentOf = ({ weeks }: PointsSource, season: string | null, last: number, players: RawBuilder<unknown>) => {
  const first = Math.max(1, last - RECENT + 1)
  return sql`
  select r.id, array_agg(coalesce(g.points, 0)::int order by n.gameweek) as points
  from (select r.id from ${players}) r
  cross join generate_series(${first}::int, ${last}::int) as n (gameweek)
  left join ${weeks} g on g.season = ${season} and g.gameweek >= ${first} and g.gameweek = n.gameweek and g.user_id = r.id
  group by r.id`
}

/** Recent points of several members, as a query. */
export const recentRows = (
  league: PointsOf,
  season: string | null,
  last: number,
  userIds: readonly number[],
): RawBuilder<{ readonly id: number; readonly points: number[] }> => {
  const source = pointsSource(league, season, { players: membersAmong(league.id, userIds) })
  return sql`with ${source.with} recent as (${recentOf(source, season, last, sql`unnest(${[...userIds]}::int[]) as r (id)`)}) select * from recent`
}

/** Recent points by member; queries only the rows not known yet. */
async function recentPoints(
  db: ReadDb,
  league: PointsOf,
  { recent }: Computed,
  rows: readonly RankedRow[],
  season: string | null,
  last: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const known = recent.get(last) ?? new Map<number, readonly number[]>()
  recent.set(last, known)
  const missing = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  if (missing.length === 0) return known
  const { rows: found } = await recentRows(league, season, last, missing).execute(db)
  for (const { id, points } of found) known.set(id, points)
  return known
}

function standingOf(row: RankedRow, adminId: number, pointsSinceJoining: number): LeagueStanding {
  const { username, display_name, profile_image, was, ...standing } = row
  const role = row.id === adminId ? 'admin' : 'member'
  return { ...standing, ...personOf(row), role, pointsSinceJoining }
}
