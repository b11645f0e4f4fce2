import { Users } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Cards } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/State.tsx'
import { useLeagueTeams, useTeamActions } from './api.ts'
import { membershipOf } from './model.ts'
import { TeamCard } from './TeamCard.tsx'
import { TeamDialog } from './TeamDialog.tsx'

interface TeamGridProps {
  leagueId: number
  userId: number
  /** Of the league: only its members join and found teams. */
  isMember: boolean
  onCreate: () => void
}

/** The teams of a league. */
export function TeamGrid({ leagueId, userId, isMember, onCreate }: TeamGridProps) {
  const { data, error, mutate } = useLeagueTeams(leagueId)
  const { busy, join, leave, setRole } = useTeamActions(userId)
  const [shown, show] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)

  if (data === undefined)
    return error ? (
      <PanelBox as="div">
        <ErrorState title="Failed to load teams" onRetry={() => void mutate()}>
          {messageOf(error, 'The server did not answer.')}
        </ErrorState>
      </PanelBox>
    ) : (
      <Loading label="Loading teams">
        <Cards as="div">
          {['a', 'b', 'c'].map((id) => (
            <Skeleton key={id} height="268px" />
          ))}
        </Cards>
      </Loading>
    )
  if (data.length === 0)
    return (
      <PanelBox as="div">
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
          A team collects the points of its members, week by week.
        </EmptyState>
      </PanelBox>
    )
  const team = data.find(({ id }) => id === shown)
  const left = data.find(({ id }) => id === leaving)
  return (
    <>
      <Cards aria-label="Teams">
        {data.map((each) => (
          <TeamCard
            key={each.id}
            team={each}
            userId={userId}
            membership={membershipOf(each, data, userId, isMember)}
            busy={busy === each.id}
            onJoin={() => void join(each.id)}
            onLeave={() => (each.memberCount === 1 ? setLeaving(each.id) : void leave(each.id))}
            onDetails={() => show(each.id)}
          />
        ))}
      </Cards>
      {team && (
        <TeamDialog
          team={team}
          userId={userId}
          busy={busy === team.id}
          onRole={(memberId, role) => void setRole(team.id, memberId, role)}
          onClose={() => show(null)}
        />
      )}
      {left && (
        <ConfirmDialog
          title={`Leave ${left.name}?`}
          action="Leave Team"
          danger
          onConfirm={() => leave(left.id)}
          onClose={() => setLeaving(null)}
        >
          You are its last member, so the team disbands.
        </ConfirmDialog>
      )}
    </>
  )
}
