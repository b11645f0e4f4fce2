import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import { type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import type { LeagueTeam } from './contract.ts'
import { type BegunGameweek, begunGameweeks, type GameweekMatch, gameweekMatches } from './gameweeks.ts'
import { type GameweekOfTeam, recordsOf } from './record.ts'

type TeamRow = Readonly<ReadModels['read.league_teams']>

/** A user's time in a team. */
interface Stint extends Readonly<Omit<ReadModels['read.league_team_stints'], 'league_id'>>, PersonRow {
  /** The same in milliseconds; infinite while they are in it. */
  readonly from: number
  readonly to: number
  readonly correct: number
  readonly settled: number
}

/** Match points that a stint brought in one gameweek. */
interface Contribution {
  readonly team_id: number
  readonly user_id: number
  readonly revision: number
  readonly gameweek: number
  readonly points: number
}

/** The league a team is in; null for an unknown or disbanded one. */
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
 * Teams of a league in the order of their founding. Points, contributions and records count gameweeks that begin and settle after
 * the founding (one decided before its kickoffs settles early), contributions for matches of the time in the team only.
 * `season` null: there is none yet.
 */
export async function teamsOf(db: ReadDb, leagueId: number, season: string | null): Promise<LeagueTeam[]> {
  const { teams, stints, contributions, gameweeks } = await readTeams(db, leagueId, season)
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
    .map((history) => teamOf(history, leagueId, records.get(history.team.id)))
}

/** A team with what counts for it. */
interface History {
  readonly team: TeamRow
  /** Gameweeks that began and settled after its founding. */
  readonly counting: readonly BegunGameweek[]
  readonly stints: readonly Stint[]
  readonly contributions: readonly Contribution[]
}

/** What a team brought into each settled gameweek, by those who were in it at the kickoff of one of its matches. */
function gameweeksOf({ team, counting, stints, contributions }: History): GameweekOfTeam[] {
  const brought = Map.groupBy(contributions, ({ gameweek }) => gameweek)
  return counting.flatMap(({ gameweek, heldAt }) => {
    if (heldAt === null) return []
    const inIt = stints.filter((stint) => heldAt.some((kickoff) => isIn(stint, kickoff)))
    const players = new Set(inIt.map(({ user_id }) => user_id))
    const points = sum((brought.get(gameweek) ?? []).filter(({ user_id }) => players.has(user_id)))
    return [{ gameweek, teamId: team.id, points, members: players.size }]
  })
}

const isIn = ({ from, to }: Stint, kickoff: number): boolean => kickoff > from && kickoff <= to

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

/** Mean of the members' accuracies of the season in percent; those without a settled prediction are left out. */
function meanAccuracy(members: readonly Stint[]): number {
  const known = members.filter(({ settled }) => settled > 0)
  return known.reduce((all, { correct, settled }) => all + (100 * correct) / settled, 0) / (known.length || 1)
}

type StintRow = Omit<Stint, 'from' | 'to'>

/** Who was in the teams of a league from when to when, with their numbers of the season. */
export const stintRows = (leagueId: number, season: string | null): RawBuilder<StintRow> => sql`
    select s.team_id, s.user_id, s.revision, s.role, s.joined_at, s.left_at, ${personColumns('p')},
      coalesce(t.correct, 0) as correct, coalesce(t.settled, 0) as settled
    from read.league_team_stints s
    left join read.people p on p.id = s.user_id
    left join read.totals t on t.season = ${season} and t.user_id = s.user_id
    where s.league_id = ${leagueId}
    order by s.team_id, case s.role when 'captain' then 0 when 'vice-captain' then 1 else 2 end, s.revision`

/** What each of them brought. */
export const contributionRows = (leagueId: number, season: string | null): RawBuilder<Contribution> => sql`
    select s.team_id, s.user_id, s.revision, p.gameweek, sum(p.points)::int as points
    from read.league_team_stints s
    join read.predictions p on p.user_id = s.user_id and p.season = ${season} and p.points > 0
    join read.fixtures f on f.id = p.fixture_id and f.kickoff > s.joined_at and (s.left_at is null or f.kickoff <= s.left_at)
    where s.league_id = ${leagueId}
    group by s.team_id, s.user_id, s.revision, p.gameweek`

interface TeamsRow {
  readonly teams: TeamRow[]
  readonly stints: StintRow[]
  readonly contributions: Contribution[]
  readonly matches: GameweekMatch[]
}

/** One row with everything that the teams of a league are counted from. */
export const teamsQuery = (leagueId: number, season: string | null): RawBuilder<TeamsRow> => sql`
    select ${listOf(sql`select * from read.league_teams where league_id = ${leagueId} order by id`)} as teams,
      ${listOf(stintRows(leagueId, season))} as stints, ${listOf(contributionRows(leagueId, season))} as contributions,
      ${listOf(gameweekMatches(season))} as matches`

/** Everything that the teams of a league are counted from, in one statement. */
async function readTeams(db: ReadDb, leagueId: number, season: string | null) {
  const { rows } = await teamsQuery(leagueId, season).execute(db)
  const { teams, stints, contributions, matches } = rows[0]!
  return {
    teams,
    stints: stints.map((stint): Stint => {
      const from = Date.parse(stint.joined_at)
      const to = stint.left_at === null ? Number.POSITIVE_INFINITY : Date.parse(stint.left_at)
      return { ...stint, joined_at: new Date(from).toISOString(), from, to }
    }),
    contributions,
    gameweeks: begunGameweeks(matches),
  }
}

const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`
