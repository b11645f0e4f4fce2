import useSWR from 'swr'
import type { LeagueTeam, TeamRole } from '../../../../src/contracts/league-teams.ts'
import { useWrite } from '../../api/write.ts'
import { useAction } from '../../ui/useAction.ts'
import type { NewTeam } from './model.ts'
import { reads } from './reads.ts'

/** A page of a league's teams; the first has the reader's own besides. */
export function useLeagueTeams(leagueId: number, offset = 0) {
  return useSWR<LeagueTeam[]>(reads.ofLeague.key(leagueId, offset))
}

/** Founds a team; throws what the server refuses. */
export function useCreateTeam(leagueId: number) {
  const write = useWrite('leagues')
  return (team: NewTeam) => write<LeagueTeam>(`/api/leagues/${leagueId}/teams`, { method: 'POST', body: team })
}

/** Joining, leaving and roles, told by toasts. `busy` is the team that is being written. */
export function useTeamActions(userId: number) {
  const write = useWrite('leagues')
  const { busy, run } = useAction<number>()
  const act = (teamId: number, done: string, failed: string, call: () => Promise<unknown>) =>
    run(call, { done: { title: done }, failed }, teamId)
  return {
    busy,
    join: (teamId: number) =>
      act(teamId, 'Joined team successfully', 'Failed to join team', () =>
        write(`/api/teams/${teamId}/members`, { method: 'POST', body: { userId, role: 'member' } }),
      ),
    leave: (teamId: number) =>
      act(teamId, 'Left team successfully', 'Failed to leave team', () =>
        write(`/api/teams/${teamId}/members/${userId}`, { method: 'DELETE' }),
      ),
    setRole: (teamId: number, memberId: number, role: TeamRole) =>
      act(teamId, 'Role changed', 'Failed to change role', () =>
        write(`/api/teams/${teamId}/members/${memberId}`, { method: 'PATCH', body: { role } }),
      ),
  }
}
