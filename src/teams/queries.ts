import { type Kysely, sql } from 'kysely'
import type { LeagueTeam, TeamRole } from '../contracts/league-teams.ts'
import { begunGameweeks } from './gameweeks.ts'
import { type GameweekOfTeam, recordsOf } from './record.ts'

interface TeamRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly captain_id: number
  readonly max_members: number
  readonly color: string
  readonly created_at: string
  readonly disbanded_at: string | null
}

/** A user's time in a team. */
interface Stint {
  readonly team_id: number
  readonly user_id: number
  readonly revision: number
  readonly role: TeamRole
  readonly joined_at: string
  readonly left_at: string | null
  readonly username: string | null
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
export async function leagueOfTeam(db: Kysely<unknown>, teamId: number): Promise<number | null> {
  const { rows } = await sql<{ league_id: number }>`
    select league_id from read.league_teams where id = ${teamId}::bigint and disbanded_at is null
  `.execute(db)
  return rows[0]?.league_id ?? null
}

/**
 * Teams of a league in the order of their founding. Points, contributions and records count from the first gameweek that begins
 * after the founding, contributions for matches of the time in the team only. `season` null: there is none yet.
 */
export async function teamsOf(db: Kysely<unknown>, leagueId: number, season: string | null): Promise<LeagueTeam[]> {
  const [teams, stints, contributions, gameweeks] = await Promise.all([
    teamRows(db, leagueId),
    stintRows(db, leagueId, season),
    contributionRows(db, leagueId, season),
    begunGameweeks(db, season),
  ])
  const founded = new Map(teams.map((team) => [team.id, Date.parse(team.created_at)]))
  const begins = new Map(gameweeks.map(({ gameweek, begins }) => [gameweek, begins]))
  const counts = ({ team_id, gameweek }: { team_id: number; gameweek: number }) =>
    (begins.get(gameweek) ?? 0) > founded.get(team_id)!
  const counting = contributions.filter(counts)
  const records = recordsOf(
    gameweeks.flatMap(({ gameweek, heldAt }) =>
      heldAt === null
        ? []
        : teams
            .filter((team) => counts({ team_id: team.id, gameweek }))
            .map((team) => gameweekOf(team.id, gameweek, heldAt, stints, counting)),
    ),
  )
  return teams
    .filter((team) => team.disbanded_at === null)
    .map((team) => teamOf(team, leagueId, stints, counting, records.get(team.id)))
}

/** What a team brought into a settled gameweek, by those who were in it at the kickoff of one of its matches. */
function gameweekOf(
  teamId: number,
  gameweek: number,
  heldAt: readonly number[],
  stints: readonly Stint[],
  contributions: readonly Contribution[],
): GameweekOfTeam {
  const players = new Set(
    stints
      .filter((stint) => stint.team_id === teamId && heldAt.some((kickoff) => isIn(stint, kickoff)))
      .map((stint) => stint.user_id),
  )
  const points = sum(
    contributions.filter((each) => each.team_id === teamId && each.gameweek === gameweek && players.has(each.user_id)),
  )
  return { gameweek, teamId, points, members: players.size }
}

const isIn = ({ joined_at, left_at }: Stint, kickoff: number): boolean =>
  kickoff > Date.parse(joined_at) && (left_at === null || kickoff <= Date.parse(left_at))

const sum = (contributions: readonly Contribution[]): number =>
  contributions.reduce((all, { points }) => all + points, 0)

function teamOf(
  team: TeamRow,
  leagueId: number,
  stints: readonly Stint[],
  contributions: readonly Contribution[],
  record = { wins: 0, draws: 0, losses: 0 },
): LeagueTeam {
  const members = stints.filter((stint) => stint.team_id === team.id && stint.left_at === null)
  const ours = contributions.filter((each) => each.team_id === team.id)
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
    totalPoints: sum(ours),
    averageAccuracy: meanAccuracy(members),
    members: members.map((member) => ({
      id: member.user_id,
      userId: member.user_id,
      role: member.role,
      contributedPoints: sum(ours.filter((each) => each.user_id === member.user_id)),
      joinedAt: member.joined_at,
      user: { username: member.username ?? 'Deleted user', profileImage: null },
    })),
  }
}

/** Mean of the members' accuracies of the season in percent; those without a settled prediction are left out. */
function meanAccuracy(members: readonly Stint[]): number {
  const known = members.filter(({ settled }) => settled > 0)
  return known.reduce((all, { correct, settled }) => all + (100 * correct) / settled, 0) / (known.length || 1)
}

async function teamRows(db: Kysely<unknown>, leagueId: number): Promise<TeamRow[]> {
  const { rows } =
    await sql<TeamRow>`select * from read.league_teams where league_id = ${leagueId} order by id`.execute(db)
  return rows
}

async function stintRows(db: Kysely<unknown>, leagueId: number, season: string | null): Promise<Stint[]> {
  const { rows } = await sql<Stint>`
    select s.team_id, s.user_id, s.revision, s.role, s.joined_at, s.left_at, p.username,
      coalesce(t.correct, 0) as correct, coalesce(t.settled, 0) as settled
    from read.league_team_stints s
    left join read.people p on p.id = s.user_id
    left join read.totals t on t.season = ${season} and t.user_id = s.user_id
    where s.league_id = ${leagueId}
    order by s.team_id, case s.role when 'captain' then 0 when 'vice-captain' then 1 else 2 end, s.revision
  `.execute(db)
  return rows
}

async function contributionRows(db: Kysely<unknown>, leagueId: number, season: string | null): Promise<Contribution[]> {
  const { rows } = await sql<Contribution>`
    select s.team_id, s.user_id, s.revision, p.gameweek, sum(p.points)::int as points
    from read.league_team_stints s
    join read.predictions p on p.user_id = s.user_id and p.season = ${season} and p.points > 0
    join read.fixtures f on f.id = p.fixture_id and f.kickoff > s.joined_at and (s.left_at is null or f.kickoff <= s.left_at)
    where s.league_id = ${leagueId}
    group by s.team_id, s.user_id, s.revision, p.gameweek
  `.execute(db)
  return rows
}
