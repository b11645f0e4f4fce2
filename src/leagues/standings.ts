import { type Kysely, sql } from 'kysely'
import type { LeagueStanding } from '../contracts/leagues.ts'
import { createKept } from '../kernel/kept.ts'
import type { SeenLeague } from './queries.ts'

/** A member's numbers in their place. */
export interface StandingRow {
  readonly id: number
  readonly username: string | null
  readonly joined_at: string
  readonly points: number
  readonly exact: number
  readonly correct: number
  readonly settled: number
  readonly predictions: number
  /** Rank on the overall board at the baseline of movement. */
  readonly was: number | null
}

export interface RankedRow extends StandingRow {
  readonly ranking: number
  readonly movement: number | null
}

/** Which numbers: a season's, or one gameweek's of it. */
export interface StandingsOf {
  /** null: the store holds no season yet; everybody stands at 0. */
  readonly season: string | null
  readonly gameweek: number | null
}

export interface StandingsPage {
  readonly standings: LeagueStanding[]
  readonly me: LeagueStanding | null
}

/**
 * Standings of leagues: all members by points, then exact scores, accuracy and registration, equal points sharing a rank.
 * Computed on the first read after a change and kept by the version of the points and the league.
 */
export interface Standings {
  /** A page, and the reader's own row where they are a member. */
  page(
    league: SeenLeague,
    of: StandingsOf,
    page: { readonly limit: number; readonly offset: number },
    reader: number,
  ): Promise<StandingsPage>
  /** All members in order. */
  all(league: SeenLeague, of: StandingsOf): Promise<readonly RankedRow[]>
}

interface Computed {
  readonly rows: readonly RankedRow[]
  readonly placeOf: ReadonlyMap<number, number>
  /** Points of matches after joining, for late joiners who were asked for. */
  readonly since: Map<number, number>
  /** Who joined before it has all their points since joining. */
  readonly firstKickoff: string | null
}

/** Leagues, and gameweeks of them, whose standings are kept. */
const MOST_KEPT = 300

export function createStandings({ db }: { readonly db: Kysely<unknown> }): Standings {
  const kept = createKept<Computed>(MOST_KEPT)
  const computed = (league: SeenLeague, of: StandingsOf) =>
    kept.get(`${league.id} ${of.season} ${of.gameweek}`, league.version, () => compute(db, league.id, of))

  return {
    async all(league, of) {
      return (await computed(league, of)).rows
    },
    async page(league, of, { limit, offset }, reader) {
      const whole = await computed(league, of)
      const rows = whole.rows.slice(offset, offset + limit)
      const place = whole.placeOf.get(reader)
      const mine = place === undefined ? undefined : whole.rows[place]!
      await addSince(db, whole, mine ? [...rows, mine] : rows, of)
      const shown = (row: RankedRow) => standingOf(row, league.admin_id, whole.since.get(row.id) ?? row.points)
      return { standings: rows.map(shown), me: mine ? shown(mine) : null }
    },
  }
}

async function compute(db: Kysely<unknown>, leagueId: number, of: StandingsOf): Promise<Computed> {
  const [rows, firstKickoff] = await Promise.all([standingRows(db, leagueId, of), firstKickoffOf(db, of)])
  const ranked = withRanks(rows, of.gameweek === null)
  const placeOf = new Map(ranked.map((row, place) => [row.id, place]))
  return { rows: ranked, placeOf, since: new Map(), firstKickoff }
}

async function standingRows(
  db: Kysely<unknown>,
  leagueId: number,
  { season, gameweek }: StandingsOf,
): Promise<StandingRow[]> {
  const numbers =
    gameweek === null
      ? sql`read.totals t on t.season = ${season} and t.user_id = m.user_id`
      : sql`read.gameweek_rows t on t.season = ${season} and t.gameweek = ${gameweek} and t.user_id = m.user_id`
  const { rows } = await sql<StandingRow>`
    select m.user_id as id, p.username, m.joined_at, coalesce(t.points, 0) as points, coalesce(t.exact, 0) as exact,
      coalesce(t.correct, 0) as correct, coalesce(t.settled, 0) as settled, coalesce(t.predictions, 0) as predictions, s.rank as was
    from read.league_members m
    left join ${numbers}
    left join read.people p on p.id = m.user_id
    left join read.rank_snapshots s on s.season = ${season} and s.user_id = m.user_id
      and s.gameweek = (select baseline_gameweek from read.seasons where season = ${season})
    where m.league_id = ${leagueId}
    order by coalesce(t.points, 0) desc, coalesce(t.exact, 0) desc, coalesce(t.accuracy, 0) desc, m.user_id
  `.execute(db)
  return rows
}

async function firstKickoffOf(db: Kysely<unknown>, { season, gameweek }: StandingsOf): Promise<string | null> {
  const only = gameweek === null ? sql`` : sql`and gameweek = ${gameweek}`
  const { rows } = await sql<{ first: string | null }>`
    select min(kickoff) as first from read.fixtures where season = ${season} ${only}
  `.execute(db)
  return rows[0]?.first ?? null
}

/** Equal points share a rank (1, 2, 2, 4). Movement is that within the league: ranks among those who were ranked then. */
export function withRanks(rows: readonly StandingRow[], moves: boolean): RankedRow[] {
  const before = moves ? rows.flatMap(({ was }) => (was === null ? [] : [was])).sort((a, b) => a - b) : []
  const rankBefore = new Map<number, number>()
  for (const [index, was] of before.entries()) if (!rankBefore.has(was)) rankBefore.set(was, index + 1)
  let ranking = 1
  return rows.map((row, index) => {
    if (index > 0 && row.points !== rows[index - 1]!.points) ranking = index + 1
    const was = row.was === null ? undefined : rankBefore.get(row.was)
    return { ...row, ranking, movement: was === undefined ? null : was - ranking }
  })
}

/** Fills in the points since joining of those late joiners among the rows who were not asked for yet. */
async function addSince(
  db: Kysely<unknown>,
  { since, firstKickoff }: Computed,
  rows: readonly RankedRow[],
  { season, gameweek }: StandingsOf,
): Promise<void> {
  if (firstKickoff === null) return
  const late = rows.filter((row) => row.points > 0 && row.joined_at >= firstKickoff && !since.has(row.id))
  if (late.length === 0) return
  const only = gameweek === null ? sql`` : sql`and p.gameweek = ${gameweek}`
  const { rows: sums } = await sql<{ id: number; points: number }>`
    select j.id, sum(p.points)::int as points
    from unnest(${late.map((row) => row.id)}::int[], ${late.map((row) => row.joined_at)}::timestamptz[]) as j (id, at)
    join read.predictions p on p.user_id = j.id and p.season = ${season} and p.points > 0 ${only}
    join read.fixtures f on f.id = p.fixture_id and f.kickoff > j.at
    group by j.id
  `.execute(db)
  const byId = new Map(sums.map(({ id, points }) => [id, points]))
  for (const { id } of late) since.set(id, byId.get(id) ?? 0)
}

function standingOf(row: RankedRow, adminId: number, pointsSinceJoining: number): LeagueStanding {
  return {
    id: row.id,
    username: row.username ?? 'Deleted user',
    profileImage: null,
    ranking: row.ranking,
    totalPoints: row.points,
    exactScores: row.exact,
    correctPredictions: row.correct,
    settledPredictions: row.settled,
    totalPredictions: row.predictions,
    accuracy: row.settled === 0 ? 0 : Math.round((100 * row.correct) / row.settled),
    movement: row.movement,
    role: row.id === adminId ? 'admin' : 'member',
    joinedAt: row.joined_at,
    pointsSinceJoining,
  }
}
