import { useState } from 'react'
import useSWR from 'swr'
import type { LeagueTeam, TeamRole } from '../../../../src/contracts/league-teams.ts'
import { messageOf } from '../../api/http.ts'
import { useWrite } from '../../api/write.ts'
import { toast } from '../../ui/Toast.tsx'
import type { NewTeam } from './model.ts'
import { reads } from './reads.ts'

/** A page of a league's teams; the first has the reader's own besides. */
export function useLeagueTeams(leagueId: number, offset = 0) {
  return useSWR<LeagueTeam[]>(reads.ofLeague.key(leagueId, offset))
}

export function failed(title: string, error: unknown): void {
  toast({ variant: 'destructive', title, description: messageOf(error, 'Please try again later.') })
}

/** Founds a team; throws what the server refuses. */
export function useCreateTeam(leagueId: number) {
  const write = useWrite('leagues')
  return (team: NewTeam) => write<LeagueTeam>(`/api/leagues/${leagueId}/teams`, { method: 'POST', body: team })
}

/** Joining, leaving and roles, told by toasts. `busy` is the team that is being written. */
export function useTeamActions(userId: number) {
  const write = useWrite('leagues')
  const [busy, setBusy] = useState<number | null>(null)
  const run = async (teamId: number, done: string, refused: string, call: () => Promise<unknown>) => {
    setBusy(teamId)
    try {
      await call()
      toast({ title: done })
    } catch (error) {
      failed(refused, error)
    }
    setBusy(null)
  }
  return {
    busy,
    join: (teamId: number) =>
      run(teamId, 'Joined team successfully', 'Failed to join team', () =>
        write(`/api/teams/${teamId}/members`, { method: 'POST', body: { userId, role: 'member' } }),
      ),
    leave: (teamId: number) =>
      run(teamId, 'Left team successfully', 'Failed to leave team', () =>
        write(`/api/teams/${teamId}/members/${userId}`, { method: 'DELETE' }),
      ),
    setRole: (teamId: number, memberId: number, role: TeamRole) =>
      run(teamId, 'Role changed', 'Failed to change role', () =>
        write(`/api/teams/${teamId}/members/${memberId}`, { method: 'PATCH', body: { role } }),
      ),
  }
}
