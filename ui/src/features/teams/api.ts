import useSWR from 'swr'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import type { LeagueTeam } from '../../../../src/areas/teams/contract.ts'
import { isIn } from './model.ts'
import { reads } from './reads.ts'

/** The first page of a league's teams, plus the reader's own team. */
export const useLeagueTeams = (leagueId: number) => useSWR<LeagueTeam[]>(reads.ofLeague.key(leagueId))

/** A member of the league without a team may found one (docs/rules.md R354). */
export function useMayFound({ id, isMember }: Pick<League, 'id' | 'isMember'>, userId: number): boolean {
  const { data: teams } = useLeagueTeams(id)
  return isMember && teams !== undefined && !teams.some((team) => isIn(team, userId))
}
