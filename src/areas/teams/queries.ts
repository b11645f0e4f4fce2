import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import { type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import { type PointsOf, pointsSource } from '../league-rules/queries.ts'
import type { LeagueTeam } from './contract.ts'
import {
  type Contribution,
  contributionsOf,
  isIn,
  type PlayerPicks,
  type PlayerSums,
  type TeamTime,
} from './contributions.ts'
import { type BegunGameweek, begunGameweeks, COUNTS_AT, type GameweekMatch, gameweekMatches } from './gameweeks.ts'
import { type GameweekOfTeam, recordsOf } from './record.ts'

type TeamRow = Readonly<ReadModels['read.league_teams']>

/** A user's time in a team. */
interface Stint extends Readonly<Omit<ReadModels['read.league_team_stints'], 'league_id'>>, PersonRow, TeamTime {
  readonly correct: number
  readonly settled: number
}

/** Returns the league of a team; null: unknown or disbanded. */
export async function leagueOfTeam(db: ReadDb, teamId: number): Promise<number | null> {
  const team = await db
    .selectFrom('read.league_teams')
    .select('league_id')
    .where('id', '=', wide(teamId))
    .where('disbanded_at', 'is', null)
    .executeTakeFirst()
  return team?.league_id ?? null
}

/**
 * Returns the teams of a league in the order of their founding. Points, contributions and records count gameweeks that begin and settle
 * after the founding; a gameweek that is decided before its kickoffs settles early. Contributions count matches from the time in the team
 * only. `season` null: there is none yet.
 */
export async function teamsOf(db: ReadDb, league: PointsOf, season: string | null): Promise<LeagueTeam[]> {
  const { teams, stints, contributions, gameweeks } = await readTeams(db, league, season)
  const stintsOf = Map.groupBy(stints, (stint) => stint.team_id)
  const contributionsOf = Map.groupBy(contributions, (each) => each.team_id)
  const histories = teams.map((team): History => {
    const founded = Date.parse(team.created_at)
    const counting = gameweeks.filter(({ begins, settledAt }) => begins > founded && settledAt > founded)
    const numbers = new Set(counting.map(({ gameweek }) => gameweek))
    return {
      team,
      counting,
      stints: stintsOf.get(team.id) ?? [],
      contributions: (contributionsOf.get(team.id) ?? []).filter(({ gameweek }) => numbers.has(gameweek)),
    }
  })
  const records = recordsOf(histories.flatMap(gameweeksOf))
  return histories
    .filter(({ team }) => team.disbanded_at === null)
    .map((history) => teamOf(history, league.id, records.get(history.team.id)))
}

/** A team, with the gameweeks and contributions that count for it. */
interface History {
  readonly team: TeamRow
  /** Gameweeks that begin and settle after its founding. */
  readonly counting: readonly BegunGameweek[]
  readonly stints: readonly Stint[]
  readonly contributions: readonly Contribution[]
}

/** Returns a team's points in each settled gameweek. Only players who were members at the kickoff of one of its matches count. */
function gameweeksOf({ team, counting, stints, contributions }: History): GameweekOfTeam[] {
  const byGameweek = Map.groupBy(contributions, ({ gameweek }) => gameweek)
  return counting.flatMap(({ gameweek, heldAt }) => {
    if (heldAt === null) return []
    const present = stints.filter((stint) => heldAt.some((kickoff) => isIn(stint, kickoff)))
    const players = new Set(present.map(({ user_id }) => user_id))
    const points = sum((byGameweek.get(gameweek) ?? []).filter(({ user_id }) => players.has(user_id)))
    return [{ gameweek, teamId: team.id, points, members: players.size }]
  })
}

const sum = (contributions: readonly Contribution[]): number =>
  contributions.reduce((all, { points }) => all + points, 0)

function teamOf(
  { team, stints, contributions }: History,
  leagueId: number,
  record = { wins: 0, draws: 0, losses: 0 },
): LeagueTeam {
  const members = stints.filter((stint) => stint.left_at === null)
  return {
    id: team.id,
    leagueId,
    name: team.name,
    description: team.description,
    captainId: team.captain_id,
    maxMembers: team.max_members,
    teamColor: team.color,
    memberCount: members.length,
    ...record,
    totalPoints: sum(contributions),
    averageAccuracy: meanAccuracy(members),
    correctPredictions: members.reduce((all, { correct }) => all + correct, 0),
    settledPredictions: members.reduce((all, { settled }) => all + settled, 0),
    members: members.map((member) => ({
      id: member.user_id,
      userId: member.user_id,
      role: member.role,
      contributedPoints: sum(contributions.filter((each) => each.user_id === member.user_id)),
      joinedAt: member.joined_at,
      user: personOf(member),
    })),
  }
}

/** Returns the mean accuracy of the members in the season, in percent, without members who have no settled prediction. */
function meanAccuracy(members: readonly Stint[]): number {
  const known = members.filter(({ settled }) => settled > 0)
  return known.reduce((all, { correct, settled }) => all + (100 * correct) / settled, 0) / (known.length || 1)
}

type StintRow = Omit<Stint, 'from' | 'to'>

/** Select of the stints in a league's teams, with the players' figures of the season. */
export const stintRows = (leagueId: number, season: string | null): RawBuilder<StintRow> => sql`
    select s.team_id, s.user_id, s.revision, s.role, s.joined_at, s.left_at, ${personColumns('p')},
      coalesce(t.correct, 0) as correct, coalesce(t.settled, 0) as settled
    from read.league_team_stints s
    left join read.people p on p.id = s.user_id
    left join read.totals t on t.season = ${season} and t.user_id = s.user_id
    where s.league_id = ${leagueId}
    order by s.team_id, case s.role when 'captain' then 0 when 'vice-captain' then 1 else 2 end, s.revision`

/** Players of a league's teams, also former members of the league. A stint begins after joining, so their points count from it. */
const playersOf = (leagueId: number) =>
  sql`select distinct user_id, null::timestamptz as joined_at from read.league_team_stints where league_id = ${leagueId}`

/**
 * Matches of a season with results, and the players who were in a team of a league when they counted (`counts_at`) but not at all others of
 * their gameweek, as a select of `fixture_id` and `users`.
 */
const partialMatches = (leagueId: number, season: string | null) => sql`
        select m.id as fixture_id, array_agg(s.user_id) as users
        from read.league_team_stints s
        join (
          select gameweek, min(${COUNTS_AT}) as first, max(${COUNTS_AT}) as last, array_agg(id) as ids, array_agg(${COUNTS_AT}) as times
          from read.fixtures where season = ${season} and result is not null group by gameweek
        ) g on g.last > s.joined_at and (s.left_at is null or g.first <= s.left_at)
          and (g.first <= s.joined_at or g.last > s.left_at)
        cross join lateral unnest(g.ids, g.times) as m (id, counts_at)
        where s.league_id = ${leagueId} and m.counts_at > s.joined_at and (s.left_at is null or m.counts_at <= s.left_at)
        group by m.id`

interface TeamsRow {
  readonly teams: TeamRow[]
  readonly stints: StintRow[]
  readonly sums: PlayerSums[]
  readonly picks: PlayerPicks[]
  readonly matches: GameweekMatch[]
}

/** Statement of `readTeams`: one row with all data of a league's teams (docs/decisions/0067). */
export function teamsQuery(league: PointsOf, season: string | null): RawBuilder<TeamsRow> {
  const players = playersOf(league.id)
  const source = pointsSource(league, season, { players })
  const weeks = league.own_rules
    ? sql`counted_points w where w.points > 0`
    : sql`(select distinct gameweek from read.fixtures where season = ${season} and result is not null) g
      cross join lateral (
        select t.user_id, t.gameweek, t.points from read.gameweek_rows t
        where t.season = ${season} and t.gameweek = g.gameweek and t.points > 0
          and t.user_id = any(array(select user_id from (${players}) u)) offset 0
      ) w`
  const sums = sql`
      select w.user_id, array_agg(w.gameweek) as gameweeks, array_agg(w.points) as points from ${weeks} group by w.user_id`
  const picks = sql`
      select p.user_id, array_agg(p.fixture_id) as fixtures, array_agg(p.points) as points
      from (${source.picks(partialMatches(league.id, season))}) p where p.points > 0 group by p.user_id`
  return sql`
    with ${source.with} nothing as (select)
    select ${listOf(sql`select * from read.league_teams where league_id = ${league.id} order by id`)} as teams,
      ${listOf(stintRows(league.id, season))} as stints, ${listOf(sums)} as sums, ${listOf(picks)} as picks,
      ${listOf(gameweekMatches(season))} as matches`
}

/** Reads all data of a league's teams in one statement, so that they are consistent. */
export async function readTeams(db: ReadDb, league: PointsOf, season: string | null) {
  const { rows } = await teamsQuery(league, season).execute(db)
  const { teams, matches, ...read } = rows[0]!
  const stints = read.stints.map((stint): Stint => {
    const from = Date.parse(stint.joined_at)
    const to = stint.left_at === null ? Number.POSITIVE_INFINITY : Date.parse(stint.left_at)
    return { ...stint, joined_at: new Date(from).toISOString(), from, to }
  })
  return { teams, stints, contributions: contributionsOf(stints, read, matches), gameweeks: begunGameweeks(matches) }
}

const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`
