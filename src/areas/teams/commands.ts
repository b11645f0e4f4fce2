import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { Leagues } from '../leagues/commands.ts'
import { leagueTeamIds, leagueTeamsStream } from './events.ts'
import {
  type LeagueTeamRole,
  type LeagueTeamsCommand,
  leagueTeamsDecider,
  type NewTeam,
} from './league-teams-decider.ts'

/** Quotas of players. */
export const quotas = {
  teamFoundings: quota(
    'team-foundings',
    { perDay: 10 },
    'You have founded 10 teams today. Please found the next one tomorrow.',
  ),
  /** Joining and leaving teams, and the roles in them. */
  teamMemberships: quota(
    'team-memberships',
    { perHour: 30, perDay: 100, events: 2 },
    'You have changed your teams many times. Please try again later.',
  ),
}

/** A team and the league it is in. */
export interface TeamInLeague {
  readonly leagueId: number
  readonly teamId: number
}

interface LeagueTeamsDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly leagues: Pick<Leagues, 'membershipOf'>
}

/**
 * Commands of teams in leagues. Membership of the league is asked of its stream, so it is never behind, and once more when
 * somebody is in: who is out of the league by then is out of the team as well, and hears so (docs/decisions/0020).
 */
export function createLeagueTeams({ handler, ids, leagues }: LeagueTeamsDependencies) {
  const handle = (leagueId: number, command: LeagueTeamsCommand, context: CommandContext) =>
    handler.handle(leagueTeamsDecider, leagueTeamsStream(leagueId), command, context)

  /** Refuses who is not in the league: for a stranger a private one is not there. */
  async function refusalOf(leagueId: number, userId: number) {
    const standing = await leagues.membershipOf(leagueId, userId)
    if (standing?.isMember) return undefined
    return { ok: false, rejected: standing?.type === 'public' ? 'not-in-the-league' : 'league-not-found' } as const
  }

  /** Founds or joins, for who is in the league before and after. */
  async function comeIn(leagueId: number, userId: number, command: LeagueTeamsCommand, context: CommandContext) {
    const outcome = await handle(leagueId, command, context)
    const refusal = outcome.ok ? await refusalOf(leagueId, userId) : undefined
    if (!refusal) return outcome
    const { idBase } = context
    await handle(
      leagueId,
      { type: 'leave-league', userId },
      // A command of its own: under the ids of the first it would be taken for its repeat.
      idBase === undefined ? context : { ...context, idBase: `${idBase}/leave-league` },
    )
    return refusal
  }

  return {
    async create(leagueId: number, team: NewTeam, captainId: number, context: CommandContext) {
      const refusal = await refusalOf(leagueId, captainId)
      if (refusal) return refusal
      const teamId = await ids.next(leagueTeamIds, context)
      const outcome = await comeIn(leagueId, captainId, { type: 'create', leagueId, teamId, captainId, team }, context)
      return outcome.ok ? { ...outcome, teamId } : outcome
    },

    async join({ leagueId, teamId }: TeamInLeague, userId: number, context: CommandContext) {
      const refusal = await refusalOf(leagueId, userId)
      return refusal ?? comeIn(leagueId, userId, { type: 'join', teamId, userId }, context)
    },

    /** Leaves by oneself; removes another as captain, as the league's admin or as an administrator. */
    async end(
      { leagueId, teamId }: TeamInLeague,
      userId: number,
      by: { readonly id: number; readonly role: 'user' | 'admin' },
      context: CommandContext,
    ) {
      if (userId === by.id) return handle(leagueId, { type: 'leave', teamId, userId }, context)
      const standing = await leagues.membershipOf(leagueId, by.id)
      if (!standing?.isMember && by.role !== 'admin') return (await refusalOf(leagueId, by.id))!
      const asModerator = by.role === 'admin' || standing?.isAdmin === true
      return handle(leagueId, { type: 'remove', teamId, userId, by: by.id, asModerator }, context)
    },

    async changeRole(
      { leagueId, teamId }: TeamInLeague,
      userId: number,
      role: LeagueTeamRole,
      by: number,
      context: CommandContext,
    ) {
      const refusal = await refusalOf(leagueId, by)
      return refusal ?? handle(leagueId, { type: 'change-role', teamId, userId, role, by }, context)
    },

    /** Takes somebody who is no member of the league (any more) out of their team there. */
    async endOfStranger(leagueId: number, userId: number, context: CommandContext): Promise<void> {
      if (!(await leagues.membershipOf(leagueId, userId))?.isMember)
        await handle(leagueId, { type: 'leave-league', userId }, context)
    },
  }
}

export type LeagueTeams = ReturnType<typeof createLeagueTeams>
