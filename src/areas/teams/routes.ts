import * as z from 'zod/mini'
import { Id, type Page, paged, pageOf } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { createCache } from '../../kernel/cache.ts'
import { personNamed } from '../../slice/person.ts'
import { acceptedOr, HttpProblem, nameRefusals, onlyOneself, problemsOf, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route } from '../../slice/route.ts'
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
  'captain-must-hand-over': [409, 'Make somebody else captain first'],
  ...nameRefusals,
})
const accepted = acceptedOr(problemOf)

/** Leagues whose teams are kept. */
const MOST_KEPT = 300

const byTeam = z.object({ teamId: Id })
const byMember = z.object({ teamId: Id, userId: Id })
const tags = ['Teams in a league']

/** Teams in leagues. A private league's teams are not there for strangers (docs/threats.md T38). */
export function leagueTeamRoutes({
  db,
  teams,
  seasons,
}: {
  readonly seasons: Seasons
  readonly db: ReadDb
  readonly teams: LeagueTeams
}): readonly RouteDefinition[] {
  const cache = createCache<readonly LeagueTeam[]>({ max: MOST_KEPT })

  async function listOf({ id, version }: SeenLeague, at: string): Promise<readonly LeagueTeam[]> {
    const season = await seasons.resolve(undefined, at)
    return cache.get(`${id} ${season}`, version, () => teamsOf(db, id, season))
  }

  /** `fresh`: the team as its founding knows it. */
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

  /** The league of a team that the user may see; an administrator may act on any. */
  async function teamFor(teamId: number, user: { id: number; role: 'user' | 'admin' }): Promise<TeamInLeague> {
    const leagueId = await leagueOfTeam(db, teamId)
    const seen = leagueId !== null && (user.role === 'admin' || (await seenLeague(db, leagueId, user.id)))
    if (!seen) throw problemOf('team-not-found')
    return { leagueId, teamId }
  }

  return [
    route({
      method: 'get',
      path: '/api/leagues/:id/teams',
      access: 'user',
      summary:
        'Teams of a league with points, records and members, in the order of their founding; the first page has the reader’s own besides',
      tags,
      params: z.object({ id: Id }),
      query: z.object(paged(PAGE.leagueTeams)),
      responses: { 200: z.array(LeagueTeam) },
      problems: [404],
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
      summary: 'Founds a team in a league; its founder is its captain. At most 10 a day',
      tags,
      params: z.object({ id: Id }),
      body: LeagueTeamCreate,
      responses: { 201: LeagueTeam },
      problems: [404, 409],
      consumes: [quotas.teamFoundings],
      async handle({ params, body, user, context }) {
        if (body.captainId !== undefined && body.captainId !== user.id)
          throw new HttpProblem(403, 'You can only found a team for yourself')
        if (body.leagueId !== undefined && body.leagueId !== params.id)
          throw wrongField('leagueId', 'A team is founded in the league of the path')
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
      summary: 'Joins a team; one team a user and league, and only while it has room',
      tags,
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
      tags,
      params: byMember,
      responses: { 204: null },
      problems: [404],
      consumesItself: [quotas.teamMemberships, ofLeagues.removals],
      async handle({ params, user, context, consume }) {
        await consume(params.userId === user.id ? quotas.teamMemberships : ofLeagues.removals)
        const team = await teamFor(params.teamId, user)
        return { status: 204, wrote: accepted(await teams.end(team, params.userId, user, context)) }
      },
    }),
    route({
      method: 'patch',
      path: '/api/teams/:teamId/members/:userId',
      access: 'user',
      summary: 'Makes a member vice-captain, captain or plain member, by the captain',
      tags,
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
  ]
}

/** A page; whoever opens the first one finds their own team there. */
function withOwn(all: readonly LeagueTeam[], page: Page, userId: number): readonly LeagueTeam[] {
  const shown = pageOf(all, page)
  const own =
    page.offset === 0 ? all.find(({ members }) => members.some((member) => member.userId === userId)) : undefined
  return own && !shown.includes(own) ? [...shown, own] : shown
}
