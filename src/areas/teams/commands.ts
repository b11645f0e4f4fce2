import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Position, Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { Leagues } from '../leagues/commands.ts'
import { type LeagueTeamEvent, leagueTeamIds, leagueTeamsStream } from './events.ts'
import {
  type LeagueTeamRole,
  type LeagueTeamsCommand,
  leagueTeamsDecider,
  type NewTeam,
} from './league-teams-decider.ts'

export const quotas = {
  teamFoundings: quota(
    'team-foundings',
    { perDay: 10 },
    'You have founded 10 teams today. Found the next one tomorrow.',
  ),
  /** Joining and leaving teams, and changes of roles. */
  teamMemberships: quota(
    'team-memberships',
    { perHour: 30, perDay: 100, events: 2 },
    'You have changed your teams too often. Try again later.',
  ),
}

/** A team and its league. */
export interface TeamInLeague {
  readonly leagueId: number
  readonly teamId: number
}

interface LeagueTeamsDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly leagues: Pick<Leagues, 'membershipOf'>
  readonly log: Pick<EventLog, 'readStream' | 'compare'>
}

/**
 * Commands of teams in leagues. League membership is read from the league's stream, so it is always current. It is checked again after
 * joining: a player who has left the league meanwhile leaves the team and gets a rejection (docs/decisions/0020).
 */
export function createLeagueTeams({ handler, ids, leagues, log }: LeagueTeamsDependencies) {
  const handle = (leagueId: number, command: LeagueTeamsCommand, context: CommandContext) =>
    handler.handle(leagueTeamsDecider, leagueTeamsStream(leagueId), command, context)

  /** Returns the rejection for a user who is not in the league; undefined: a member. Non-members get 404 for a private league. */
  async function refusalOf(leagueId: number, userId: number) {
    const membership = await leagues.membershipOf(leagueId, userId)
    if (membership?.isMember) return undefined
    return { ok: false, rejected: membership?.type === 'public' ? 'not-in-the-league' : 'league-not-found' } as const
  }

  /** Founds or joins a team, and reverts that if the user is no longer in the league afterwards. */
  async function enterTeam(leagueId: number, userId: number, command: LeagueTeamsCommand, context: CommandContext) {
    const outcome = await handle(leagueId, command, context)
    const refusal = outcome.ok ? await refusalOf(leagueId, userId) : undefined
    if (!refusal) return outcome
    const { idBase } = context
    await handle(
      leagueId,
      { type: 'leave-league', userId },
      // A separate id base: with the ids of the first command, it would count as a repeat of that.
      idBase === undefined ? context : { ...context, idBase: `${idBase}/leave-league` },
    )
    return refusal
  }

  return {
    async create(leagueId: number, team: NewTeam, captainId: number, context: CommandContext) {
      const refusal = await refusalOf(leagueId, captainId)
      if (refusal) return refusal
      const teamId = await ids.next(leagueTeamIds, context)
      const outcome = await enterTeam(
        leagueId,
        captainId,
        { type: 'create', leagueId, teamId, captainId, team },
        context,
      )
      return outcome.ok ? { ...outcome, teamId } : outcome
    },

    async join({ leagueId, teamId }: TeamInLeague, userId: number, context: CommandContext) {
      const refusal = await refusalOf(leagueId, userId)
      return refusal ?? enterTeam(leagueId, userId, { type: 'join', teamId, userId }, context)
    },

    /** Leaves a team, or removes another member as captain, as the league's admin or as an administrator. */
    async endMembership(
      { leagueId, teamId }: TeamInLeague,
      userId: number,
      by: { readonly id: number; readonly role: 'user' | 'admin' },
      context: CommandContext,
    ) {
      if (userId === by.id) return handle(leagueId, { type: 'leave', teamId, userId }, context)
      const membership = await leagues.membershipOf(leagueId, by.id)
      if (!membership?.isMember && by.role !== 'admin') return (await refusalOf(leagueId, by.id))!
      const asModerator = by.role === 'admin' || membership?.isAdmin === true
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

    /** Removes a user from their team in the league, if they are not a member of the league. */
    async removeNonMember(leagueId: number, userId: number, context: CommandContext): Promise<void> {
      if (!(await leagues.membershipOf(leagueId, userId))?.isMember)
        await handle(leagueId, { type: 'leave-league', userId }, context)
    },

    /** Removes a user who left the league at a position of the log from the team of that time, also if they have rejoined. */
    async removeFormerMember(leagueId: number, userId: number, left: Position, context: CommandContext): Promise<void> {
      const events = (await log.readStream(leagueTeamsStream(leagueId))) as readonly Recorded<LeagueTeamEvent>[]
      const entry = events.findLast(({ type, data }) =>
        type === 'LeagueTeamCreated'
          ? data.captainId === userId
          : type === 'LeagueTeamJoined' && data.userId === userId,
      )
      if (entry && log.compare(entry.position, left) < 0)
        await handle(leagueId, { type: 'leave-league', userId }, context)
    },
  }
}

export type LeagueTeams = ReturnType<typeof createLeagueTeams>
