import type { LeagueTeam, TeamRole } from '../../../../src/areas/teams/contract.ts'

export const isIn = ({ members }: LeagueTeam, userId: number): boolean =>
  members.some((member) => member.userId === userId)

export type Membership = 'join' | 'leave' | 'full' | 'elsewhere' | 'none'

/**
 * The reader's actions on a team. One team per user and league: members of another team, and strangers to the league,
 * have none.
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
