import type { CommandContext, CommandHandler, Handled } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Leagues } from '../leagues/commands.ts'
import type { LeagueTeamEvent } from './events.ts'
import { leagueTeamIds } from './ids.ts'
import {
  type LeagueTeamRole,
  type LeagueTeamsCommand,
  type LeagueTeamsRefusal,
  type LeagueTeamsState,
  leagueTeams,
  type NewTeam,
} from './league-teams-decider.ts'
import { leagueTeamsStream } from './streams.ts'

export type LeagueTeamOutcome =
  | {
      readonly ok: true
      readonly teamId: number
      /** null: nothing changed. */
      readonly position: Position | null
      readonly types: readonly string[]
    }
  | { readonly ok: false; readonly rejected: LeagueTeamsRefusal | 'league-not-found' | 'not-in-the-league' }

/** A team and the league it is in. */
export interface TeamInLeague {
  readonly leagueId: number
  readonly teamId: number
}

/**
 * Commands of teams in leagues. Membership of the league is asked of its stream, so it is never behind, and once more when
 * somebody is in: who is out of the league by then is out of the team as well, and hears so (docs/decisions/0020).
 */
export interface LeagueTeams {
  create(leagueId: number, team: NewTeam, captainId: number, context: CommandContext): Promise<LeagueTeamOutcome>
  join(team: TeamInLeague, userId: number, context: CommandContext): Promise<LeagueTeamOutcome>
  /** Leaves by oneself; removes another as captain, as the league's admin or as an administrator. */
  end(
    team: TeamInLeague,
    userId: number,
    by: { readonly id: number; readonly role: 'user' | 'admin' },
    context: CommandContext,
  ): Promise<LeagueTeamOutcome>
  changeRole(
    team: TeamInLeague,
    userId: number,
    role: LeagueTeamRole,
    by: number,
    context: CommandContext,
  ): Promise<LeagueTeamOutcome>
  /** Takes somebody who is no member of the league (any more) out of their team there. */
  endOfStranger(leagueId: number, userId: number, context: CommandContext): Promise<void>
}

interface LeagueTeamsDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly leagues: Pick<Leagues, 'standingOf'>
}

export function createLeagueTeams({ handler, ids, leagues }: LeagueTeamsDependencies): LeagueTeams {
  const handle = async (
    { leagueId, teamId }: TeamInLeague,
    command: LeagueTeamsCommand,
    context: CommandContext,
  ): Promise<LeagueTeamOutcome> =>
    outcomeOf(teamId, await handler.handle(leagueTeams, leagueTeamsStream(leagueId), command, context))

  /** Refuses who is not in the league: for a stranger a private one is not there. */
  async function refusalOf(leagueId: number, userId: number): Promise<LeagueTeamOutcome | undefined> {
    const standing = await leagues.standingOf(leagueId, userId)
    if (standing?.isMember) return undefined
    return { ok: false, rejected: standing?.type === 'public' ? 'not-in-the-league' : 'league-not-found' }
  }

  /** Founds or joins, for who is in the league before and after. */
  async function comeIn(
    team: TeamInLeague,
    userId: number,
    command: LeagueTeamsCommand,
    context: CommandContext,
  ): Promise<LeagueTeamOutcome> {
    const outcome = await handle(team, command, context)
    const refusal = outcome.ok ? await refusalOf(team.leagueId, userId) : undefined
    if (!refusal) return outcome
    const { idBase } = context
    await handle(
      team,
      { type: 'leave-league', userId },
      // A command of its own: under the ids of the first it would be taken for its repeat.
      idBase === undefined ? context : { ...context, idBase: `${idBase}/leave-league` },
    )
    return refusal
  }

  return {
    async create(leagueId, team, captainId, context) {
      const refusal = await refusalOf(leagueId, captainId)
      if (refusal) return refusal
      const teamId = await ids.next(leagueTeamIds, context)
      return comeIn({ leagueId, teamId }, captainId, { type: 'create', leagueId, teamId, captainId, team }, context)
    },

    async join(team, userId, context) {
      const refusal = await refusalOf(team.leagueId, userId)
      return refusal ?? comeIn(team, userId, { type: 'join', teamId: team.teamId, userId }, context)
    },

    async end(team, userId, by, context) {
      const { leagueId, teamId } = team
      if (userId === by.id) return handle(team, { type: 'leave', teamId, userId }, context)
      const standing = await leagues.standingOf(leagueId, by.id)
      if (!standing?.isMember && by.role !== 'admin') return (await refusalOf(leagueId, by.id))!
      const asModerator = by.role === 'admin' || standing?.isAdmin === true
      return handle(team, { type: 'remove', teamId, userId, by: by.id, asModerator }, context)
    },

    async changeRole(team, userId, role, by, context) {
      const refusal = await refusalOf(team.leagueId, by)
      return refusal ?? handle(team, { type: 'change-role', teamId: team.teamId, userId, role, by }, context)
    },

    async endOfStranger(leagueId, userId, context) {
      if ((await leagues.standingOf(leagueId, userId))?.isMember) return
      await handler.handle(leagueTeams, leagueTeamsStream(leagueId), { type: 'leave-league', userId }, context)
    },
  }
}

function outcomeOf(
  teamId: number,
  handled: Handled<LeagueTeamEvent, LeagueTeamsState, LeagueTeamsRefusal>,
): LeagueTeamOutcome {
  if (!handled.ok) return { ok: false, rejected: handled.rejected }
  return { ok: true, teamId, position: handled.position, types: handled.events.map((event) => event.type) }
}
