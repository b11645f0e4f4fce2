import type { LeagueTeam, TeamRole } from '../../../../src/areas/teams/contract.ts'

export const isIn = ({ members }: LeagueTeam, userId: number): boolean =>
  members.some((member) => member.userId === userId)

export type Membership = 'join' | 'leave' | 'full' | 'elsewhere' | 'none'

/**
 * What a reader can do about a team: one team per user and league, so who is in another one can only look; a stranger to the
 * league too.
 */
export function membershipOf(
  team: LeagueTeam,
  teams: readonly LeagueTeam[],
  userId: number,
  isMember: boolean,
): Membership {
  if (isIn(team, userId)) return 'leave'
  if (team.memberCount >= team.maxMembers) return 'full'
  if (!isMember) return 'none'
  return teams.some((each) => isIn(each, userId)) ? 'elsewhere' : 'join'
}

export function recordWords({ wins, draws, losses }: Pick<LeagueTeam, 'wins' | 'draws' | 'losses'>): string {
  return wins + draws + losses === 0 ? 'No results yet' : `${wins} won, ${draws} drawn, ${losses} lost`
}

export function roleWord(role: TeamRole): string {
  return { captain: 'Captain', 'vice-captain': 'Vice-captain', member: 'Member' }[role]
}
