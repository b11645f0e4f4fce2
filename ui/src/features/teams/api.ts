import useSWR from 'swr'
import type { LeagueTeam } from '../../../../src/areas/teams/contract.ts'
import { reads } from './reads.ts'

/** The first page of a league's teams, plus the reader's own team. */
export const useLeagueTeams = (leagueId: number) => useSWR<LeagueTeam[]>(reads.ofLeague.key(leagueId))
