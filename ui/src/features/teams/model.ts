import type { LeagueTeam, TeamRole } from '../../../../src/contracts/league-teams.ts'

/** How many a team may hold (docs/rules.md R33). */
export const SIZES = [3, 5, 8, 10] as const
export const DEFAULT_SIZE = 5
export const DEFAULT_COLOUR = '#3b82f6'

/** Members on a card; the details have all. */
export const SHOWN_MEMBERS = 3

export interface NewTeam {
  name: string
  description: string | null
  maxMembers: number
  teamColor: string
}

/** What the form says, or why it cannot be sent. */
export function teamOf(form: {
  name: string
  description: string
  maxMembers: number
  teamColor: string
}): { team: NewTeam; problem?: undefined } | { team?: undefined; problem: string } {
  const name = form.name.trim()
  if (!name) return { problem: 'Please give the team a name' }
  return { team: { ...form, name, description: form.description.trim() || null } }
}

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
  const isIn = ({ members }: LeagueTeam) => members.some((member) => member.userId === userId)
  if (isIn(team)) return 'leave'
  if (team.memberCount >= team.maxMembers) return 'full'
  if (!isMember) return 'none'
  return teams.some(isIn) ? 'elsewhere' : 'join'
}

/** `6 won, 1 drawn, 5 lost` */
export function recordWords({ wins, draws, losses }: Pick<LeagueTeam, 'wins' | 'draws' | 'losses'>): string {
  return wins + draws + losses === 0 ? 'No results yet' : `${wins} won, ${draws} drawn, ${losses} lost`
}

export function roleWord(role: TeamRole): string {
  return { captain: 'Captain', 'vice-captain': 'Vice-captain', member: 'Member' }[role]
}

/** `+2 more members` */
export function moreWords(count: number): string {
  return `+${count} more ${count === 1 ? 'member' : 'members'}`
}
