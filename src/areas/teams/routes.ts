import * as z from 'zod/mini'
import { Id, type Page, paged, pageOf } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { createCache } from '../../kernel/cache.ts'
import { personNamed } from '../../slice/person.ts'
import { acceptedOr, HttpProblem, nameRefusals, onlyOneself, problemsOf, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { quotas as ofLeagues } from '../leagues/commands.ts'
import { type SeenLeague, seenLeague } from '../leagues/queries.ts'
import { type LeagueTeams, quotas, type TeamInLeague } from './commands.ts'
import { LeagueTeam, LeagueTeamCreate, LeagueTeamJoin, LeagueTeamRoleChange } from './contract.ts'
import type { LeagueTeamsRefusal } from './league-teams-decider.ts'
import { leagueOfTeam, teamsOf } from './queries.ts'

const problemOf = problemsOf<LeagueTeamsRefusal | 'league-not-found' | 'not-in-the-league'>({
  'league-not-found': [404, 'League not found'],
  'not-in-the-league': [403, 'Only members of the league can do this'],
  'team-not-found': [404, 'Team not found'],
  'team-full': [409, 'This team is full'],
  'already-in-this-team': [409, 'You are already in this team'],
  'already-in-a-team': [409, 'You are already in a team of this league'],
  'team-member-not-found': [404, 'Member not found'],
  'not-the-captain': [403, 'Only the captain of the team can do this'],
  'captain-must-hand-over': [409, 'Make someone else captain first'],
  ...nameRefusals,
})
const accepted = acceptedOr(problemOf)

/** Maximum number of leagues whose teams are cached. */
const MOST_CACHED = 300

const byTeam = z.object({ teamId: Id })
const byMember = z.object({ teamId: Id, userId: Id })

/** Routes of teams in leagues. Non-members get 404 for teams of a private league (docs/threats.md T38). */
export function leagueTeamRoutes({
  db,
  teams,
  seasons,
}: {
  readonly seasons: Seasons
  readonly db: ReadDb
  readonly teams: LeagueTeams
}): readonly RouteDefinition[] {
  const cache = createCache<readonly LeagueTeam[]>({ max: MOST_CACHED })

  async function listOf(league: SeenLeague, at: string): Promise<readonly LeagueTeam[]> {
    const season = await seasons.resolve(undefined, at)
    return cache.get(`${league.id} ${season}`, league.version, () => teamsOf(db, league, season))
  }

  /** Reads a team after a command. `fresh`: a new team, returned if it is not projected yet. */
  async function stored(
    { leagueId, teamId }: TeamInLeague,
    reader: number,
    at: string,
    fresh?: LeagueTeam,
  ): Promise<LeagueTeam> {
    const league = await seenLeague(db, leagueId, reader)
    const list = league ? await listOf(league, at) : []
    const team = list.find(({ id }) => id === teamId) ?? fresh
    if (!team) throw problemOf('team-not-found')
    return team
  }

  /** Returns a team that the user may access, with its league. Administrators may access all teams. Throws 404 otherwise. */
  async function teamFor(teamId: number, user: { id: number; role: 'user' | 'admin' }): Promise<TeamInLeague> {
    const leagueId = await leagueOfTeam(db, teamId)
    const seen = leagueId !== null && (user.role === 'admin' || (await seenLeague(db, leagueId, user.id)))
    if (!seen) throw problemOf('team-not-found')
    return { leagueId, teamId }
  }

  return tagged('Teams in a league', [
    route({
      method: 'get',
      path: '/api/leagues/:id/teams',
      access: 'user',
      summary:
        'Teams of a league with points, records and members, in the order of their founding; the first page always contains the reader’s own',
      params: z.object({ id: Id }),
      query: z.object(paged(PAGE.leagueTeams)),
      responses: { 200: z.array(LeagueTeam) },
      isPaged: true,
      async handle({ params, query, user, context }) {
        const league = await seenLeague(db, params.id, user.id)
        if (!league) throw problemOf('league-not-found')
        const all = await listOf(league, context.at)
        return { body: withOwn(all, query, user.id), total: all.length }
      },
    }),
    route({
      method: 'post',
      path: '/api/leagues/:id/teams',
      access: 'user',
      summary: 'Founds a team in a league, with its founder as captain; at most 10 per day',
      params: z.object({ id: Id }),
      body: LeagueTeamCreate,
      responses: { 201: LeagueTeam },
      problems: [404, 409],
      consumes: [quotas.teamFoundings],
      async handle({ params, body, user, context }) {
        if (body.captainId !== undefined && body.captainId !== user.id)
          throw new HttpProblem(403, 'You can only found a team for yourself')
        if (body.leagueId !== undefined && body.leagueId !== params.id)
          throw wrongField('leagueId', 'The body and the address name different leagues')
        const leagueId = params.id
        const { name, maxMembers } = body
        const teamColor = body.teamColor.toLowerCase()
        const team = { name, description: body.description || null, maxMembers, teamColor }
        const outcome = accepted(await teams.create(leagueId, team, user.id, context))
        const captain = { id: user.id, userId: user.id, role: 'captain' as const }
        const fresh: LeagueTeam = {
          ...team,
          id: outcome.teamId,
          leagueId,
          captainId: user.id,
          memberCount: 1,
          wins: 0,
          draws: 0,
          losses: 0,
          totalPoints: 0,
          averageAccuracy: 0,
          correctPredictions: 0,
          settledPredictions: 0,
          members: [{ ...captain, contributedPoints: 0, joinedAt: context.at, user: personNamed(user.username) }],
        }
        const named = { leagueId, teamId: outcome.teamId }
        return { status: 201, body: () => stored(named, user.id, context.at, fresh), wrote: outcome }
      },
    }),
    route({
      method: 'post',
      path: '/api/teams/:teamId/members',
      access: 'user',
      summary: 'Joins a team that is not full; one team per user and league',
      params: byTeam,
      body: LeagueTeamJoin,
      responses: { 200: LeagueTeam },
      problems: [404, 409],
      consumes: [quotas.teamMemberships],
      async handle({ params, body, user, context }) {
        onlyOneself(body.userId, user, 'You can only join a team yourself')
        const team = await teamFor(params.teamId, user)
        const outcome = accepted(await teams.join(team, user.id, context))
        return { body: () => stored(team, user.id, context.at), wrote: outcome }
      },
    }),
    route({
      method: 'delete',
      path: '/api/teams/:teamId/members/:userId',
      access: 'user',
      summary: 'Leaves a team, or removes a member as its captain, as the league’s admin or as an administrator',
      params: byMember,
      responses: { 204: null },
      consumesItself: [quotas.teamMemberships, ofLeagues.removals],
      async handle({ params, user, context, consume }) {
        await consume(params.userId === user.id ? quotas.teamMemberships : ofLeagues.removals)
        const team = await teamFor(params.teamId, user)
        return { status: 204, wrote: accepted(await teams.endMembership(team, params.userId, user, context)) }
      },
    }),
    route({
      method: 'patch',
      path: '/api/teams/:teamId/members/:userId',
      access: 'user',
      summary: 'Makes a member captain, vice-captain or plain member; for the captain only',
      params: byMember,
      body: LeagueTeamRoleChange,
      responses: { 200: LeagueTeam },
      problems: [404, 409],
      consumes: [quotas.teamMemberships],
      async handle({ params, body, user, context }) {
        const team = await teamFor(params.teamId, user)
        const outcome = accepted(await teams.changeRole(team, params.userId, body.role, user.id, context))
        return { body: () => stored(team, user.id, context.at), wrote: outcome }
      },
    }),
  ])
}

/** Returns a page of teams. The first page also contains the user's own team. */
function withOwn(all: readonly LeagueTeam[], page: Page, userId: number): readonly LeagueTeam[] {
  const shown = pageOf(all, page)
  const own =
    page.offset === 0 ? all.find(({ members }) => members.some((member) => member.userId === userId)) : undefined
  return own && !shown.includes(own) ? [...shown, own] : shown
}
