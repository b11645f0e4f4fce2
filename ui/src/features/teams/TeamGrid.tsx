import { Users } from 'lucide-react'
import { useState } from 'react'
import type { LeagueTeam } from '../../../../src/contracts/league-teams.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { Cards } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useLeagueTeams, useTeamActions } from './api.ts'
import { membershipOf } from './model.ts'
import { TeamCard } from './TeamCard.tsx'
import { TeamDialog } from './TeamDialog.tsx'

const FAILED = 'Failed to load teams'

interface TeamGridProps {
  leagueId: number
  userId: number
  /** Of the league: only its members join and found teams. */
  isMember: boolean
  onCreate: () => void
}

/** The teams of a league, page after page. */
export function TeamGrid({ leagueId, userId, isMember, onCreate }: TeamGridProps) {
  const read = useLeagueTeams(leagueId)
  const { data } = read
  const [pages, setPages] = useState(1)
  if (data === undefined) return <Missing read={read} failed={FAILED} isAlone waiting={<GridWaiting />} />
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
  const own = data.filter(({ members }) => members.some((member) => member.userId === userId))
  const more = () => setPages(pages + 1)
  return (
    <Stack data-gap="wide">
      <TeamCards teams={data} own={own} userId={userId} isMember={isMember} />
      {Array.from({ length: pages - 1 }, (_, page) => (
        <LaterTeams
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          key={page}
          leagueId={leagueId}
          offset={(page + 1) * PAGE.leagueTeams}
          own={own}
          userId={userId}
          isMember={isMember}
          onMore={page === pages - 2 ? more : undefined}
        />
      ))}
      {pages === 1 && data.length >= PAGE.leagueTeams && <MoreTeams onMore={more} />}
    </Stack>
  )
}

function GridWaiting() {
  return (
    <Loading label="Loading teams">
      <Cards as="div">
        {['a', 'b', 'c'].map((id) => (
          <Skeleton key={id} height="268px" />
        ))}
      </Cards>
    </Loading>
  )
}

function MoreTeams({ onMore }: { onMore: () => void }) {
  return (
    <Button block onClick={onMore}>
      Show more teams
    </Button>
  )
}

interface TeamCardsProps {
  teams: readonly LeagueTeam[]
  /** The team the user is in, if any: the first page has it. */
  own: readonly LeagueTeam[]
  userId: number
  isMember: boolean
}

interface LaterTeamsProps extends Omit<TeamCardsProps, 'teams'> {
  leagueId: number
  offset: number
  /** Shows the page after this one. */
  onMore: (() => void) | undefined
}

/** A page after the first. */
function LaterTeams({ leagueId, offset, onMore, own, ...rest }: LaterTeamsProps) {
  const read = useLeagueTeams(leagueId, offset)
  const { data } = read
  if (data === undefined) return <Missing read={read} failed={FAILED} isAlone waiting={<GridWaiting />} />
  const others = data.filter(({ id }) => own.every((team) => team.id !== id))
  return (
    <>
      {others.length > 0 && <TeamCards teams={others} own={own} {...rest} />}
      {onMore && data.length >= PAGE.leagueTeams && <MoreTeams onMore={onMore} />}
    </>
  )
}

function TeamCards({ teams, own, userId, isMember }: TeamCardsProps) {
  const { busy, join, leave, setRole } = useTeamActions(userId)
  const [shown, show] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const team = teams.find(({ id }) => id === shown)
  const left = teams.find(({ id }) => id === leaving)
  return (
    <>
      <Cards aria-label="Teams">
        {teams.map((each) => (
          <TeamCard
            key={each.id}
            team={each}
            userId={userId}
            membership={membershipOf(each, own, userId, isMember)}
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
