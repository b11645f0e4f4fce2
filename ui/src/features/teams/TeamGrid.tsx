import { Users } from 'lucide-react'
import type { LeagueTeam } from '../../../../src/areas/teams/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { CardPages } from '../../ui/CardPages.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useLeagueTeams } from './api.ts'
import { isIn, membershipOf } from './model.ts'
import { reads } from './reads.ts'
import { TeamCard } from './TeamCard.tsx'

interface TeamGridProps {
  leagueId: number
  userId: number
  /** Member of the league: required to join or found a team. */
  isMember: boolean
  onCreate: () => void
}

export function TeamGrid({ leagueId, userId, isMember, onCreate }: TeamGridProps) {
  const { data: first = [] } = useLeagueTeams(leagueId)
  const isOwn = (team: LeagueTeam) => isIn(team, userId)
  const own = first.filter(isOwn)
  return (
    <CardPages<LeagueTeam>
      words="teams"
      label="Teams"
      height="268px"
      size={PAGE.leagueTeams}
      keyOf={(offset) => reads.ofLeague.key(leagueId, offset)}
      isOwn={isOwn}
      empty={
        <EmptyState
          icon={Users}
          title="No teams yet"
          action={
            isMember && (
              <Button kind="primary" onClick={onCreate}>
                Create First Team
              </Button>
            )
          }
        >
          A team adds up its members’ points, week by week.
        </EmptyState>
      }
      card={(team) => (
        <TeamCard key={team.id} team={team} userId={userId} membership={membershipOf(team, own, userId, isMember)} />
      )}
    />
  )
}
