import { type Decider, reject } from '../../kernel/decider.ts'
import { type NameRefusal, nameRefusal } from '../../kernel/names.ts'
import type { LeagueTeamEvent } from './events.ts'

export type LeagueTeamRole = 'captain' | 'vice-captain' | 'member'

export interface NewTeam {
  readonly name: string
  readonly description: string | null
  readonly maxMembers: number
  readonly teamColor: string
}

export type LeagueTeamsCommand =
  | {
      readonly type: 'create'
      readonly leagueId: number
      readonly teamId: number
      readonly captainId: number
      readonly team: NewTeam
    }
  | { readonly type: 'join'; readonly teamId: number; readonly userId: number }
  | { readonly type: 'leave'; readonly teamId: number; readonly userId: number }
  /** `asModerator`: as the league's admin or an administrator; else `by` must be the team's captain. */
  | {
      readonly type: 'remove'
      readonly teamId: number
      readonly userId: number
      readonly by: number
      readonly asModerator: boolean
    }
  /** By the captain only. Role `captain` hands the team over. There is one captain, and at most one vice-captain. */
  | {
      readonly type: 'change-role'
      readonly teamId: number
      readonly userId: number
      readonly role: LeagueTeamRole
      readonly by: number
    }
  /** The user has left the league, so leaves their team in it, if any. */
  | { readonly type: 'leave-league'; readonly userId: number }

interface LeagueTeamMember {
  readonly userId: number
  readonly role: LeagueTeamRole
}

interface LeagueTeamState {
  readonly teamId: number
  readonly maxMembers: number
  /** In the order of joining. */
  readonly members: readonly LeagueTeamMember[]
}

/** The teams of a league, without disbanded ones. */
export interface LeagueTeamsState {
  readonly leagueId: number | null
  readonly teams: readonly LeagueTeamState[]
}

export type LeagueTeamsRefusal =
  | 'team-not-found'
  | 'team-full'
  | 'already-in-this-team'
  | 'already-in-a-team'
  | 'team-member-not-found'
  | 'not-the-captain'
  | 'captain-must-hand-over'
  | NameRefusal

/** Decides about all teams of a league: one team per user and league, and at most `maxMembers` in a team (docs/threats.md T40). */
export const leagueTeamsDecider: Decider<LeagueTeamsCommand, LeagueTeamEvent, LeagueTeamsState, LeagueTeamsRefusal> = {
  initialState: { leagueId: null, teams: [] },

  evolve({ teams }, event) {
    const { leagueId, teamId } = event.data
    const changed = (change: (team: LeagueTeamState) => readonly LeagueTeamMember[]) =>
      teams.map((team) => (team.teamId === teamId ? { ...team, members: change(team) } : team))
    switch (event.type) {
      case 'LeagueTeamCreated': {
        const { captainId, maxMembers } = event.data
        return {
          leagueId,
          teams: [...teams, { teamId, maxMembers, members: [{ userId: captainId, role: 'captain' }] }],
        }
      }
      case 'LeagueTeamJoined': {
        const { userId } = event.data
        return { leagueId, teams: changed(({ members }) => [...members, { userId, role: 'member' }]) }
      }
      case 'LeagueTeamLeft': {
        const { userId } = event.data
        return { leagueId, teams: changed(({ members }) => members.filter((member) => member.userId !== userId)) }
      }
      case 'LeagueTeamRoleChanged': {
        const { userId, role } = event.data
        const members = (team: LeagueTeamState) =>
          team.members.map((member) => (member.userId === userId ? { userId, role } : member))
        return { leagueId, teams: changed(members) }
      }
      case 'LeagueTeamDisbanded':
        return { leagueId, teams: teams.filter((team) => team.teamId !== teamId) }
    }
  },

  decide(command, state) {
    if (command.type === 'create') {
      const { leagueId, teamId, captainId, team } = command
      if (teamOf(state, captainId)) return reject('already-in-a-team')
      const refused = nameRefusal(team.name)
      if (refused) return reject(refused)
      return [{ type: 'LeagueTeamCreated', data: { leagueId, teamId, captainId, ...team } }]
    }
    if (command.type === 'leave-league') {
      const team = teamOf(state, command.userId)
      return team ? leave(state, team, command.userId, 'league-left') : []
    }
    const { teamId, userId } = command
    const team = state.teams.find((each) => each.teamId === teamId)
    if (!team) return reject('team-not-found')
    if (command.type === 'join') {
      const present = teamOf(state, userId)
      if (present) return reject(present === team ? 'already-in-this-team' : 'already-in-a-team')
      if (team.members.length >= team.maxMembers) return reject('team-full')
      return [{ type: 'LeagueTeamJoined', data: { leagueId: state.leagueId!, teamId, userId } }]
    }
    const member = team.members.find((each) => each.userId === userId)
    if (command.type === 'leave') return member ? leave(state, team, userId, 'left') : reject('team-member-not-found')
    const isCaptain = captainOf(team) === command.by
    if (command.type === 'remove') {
      if (!isCaptain && !command.asModerator) return reject('not-the-captain')
      return member ? leave(state, team, userId, 'removed') : reject('team-member-not-found')
    }
    if (!isCaptain) return reject('not-the-captain')
    return member ? changeRole(state, team, member, command.role) : reject('team-member-not-found')
  },
}

/** Returns the team of a user; undefined: none. */
export const teamOf = ({ teams }: LeagueTeamsState, userId: number): LeagueTeamState | undefined =>
  teams.find(({ members }) => members.some((member) => member.userId === userId))

const captainOf = ({ members }: LeagueTeamState): number | undefined =>
  members.find(({ role }) => role === 'captain')?.userId

const roleChanged = (state: LeagueTeamsState, teamId: number, userId: number, role: LeagueTeamRole) => ({
  type: 'LeagueTeamRoleChanged' as const,
  data: { leagueId: state.leagueId!, teamId, userId, role },
})

/** The vice-captain, else the longest-standing member, succeeds a captain. When the last member leaves, the team is disbanded. */
function leave(
  state: LeagueTeamsState,
  { teamId, members }: LeagueTeamState,
  userId: number,
  how: 'left' | 'removed' | 'league-left',
) {
  const leagueId = state.leagueId!
  const events: LeagueTeamEvent[] = [{ type: 'LeagueTeamLeft', data: { leagueId, teamId, userId, how } }]
  const others = members.filter((member) => member.userId !== userId)
  const next = others.find(({ role }) => role === 'vice-captain') ?? others[0]
  if (next === undefined) events.push({ type: 'LeagueTeamDisbanded', data: { leagueId, teamId } })
  else if (!others.some(({ role }) => role === 'captain'))
    events.push(roleChanged(state, teamId, next.userId, 'captain'))
  return events
}

function changeRole(state: LeagueTeamsState, team: LeagueTeamState, member: LeagueTeamMember, role: LeagueTeamRole) {
  if (member.role === role) return []
  if (member.role === 'captain') return reject('captain-must-hand-over')
  const events: LeagueTeamEvent[] = []
  // The previous holder of the role becomes a member first.
  const before = team.members.find((each) => each.role === role)
  if (role !== 'member' && before) events.push(roleChanged(state, team.teamId, before.userId, 'member'))
  events.push(roleChanged(state, team.teamId, member.userId, role))
  return events
}
