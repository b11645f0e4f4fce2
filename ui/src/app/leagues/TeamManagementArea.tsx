import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import { ApiError } from '../../api/http.ts'
import { useLeague } from '../../features/leagues/api.ts'
import { useLeagueTeams } from '../../features/teams/api.ts'
import { CreateTeamDialog } from '../../features/teams/CreateTeamDialog.tsx'
import { TeamGrid } from '../../features/teams/TeamGrid.tsx'
import { idOf } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Crumb } from '../../ui/Crumb.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { Spread } from '../../ui/layout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { PageProps } from '../page.ts'
import { InvalidLeague, LeagueNotFound } from './InvalidLeague.tsx'
import { Intro, Page } from './Page.ts'

/** /team-management, with the league's id or without. */
export function TeamManagementArea(page: PageProps) {
  return (
    <Routes>
      <Route path=":leagueId" element={<OfPath {...page} />} />
      <Route path="*" element={<InvalidLeague />} />
    </Routes>
  )
}

function OfPath({ user, title }: PageProps) {
  const id = idOf(useParams().leagueId)
  return id === null ? <InvalidLeague /> : <TeamManagementPage key={id} leagueId={id} userId={user.id} title={title} />
}

interface TeamManagementProps {
  leagueId: number
  userId: number
  title: PageProps['title']
}

function TeamManagementPage({ leagueId, userId, title }: TeamManagementProps) {
  const read = useLeague(leagueId, { limit: 1, offset: 0 })
  const { data: league, error } = read
  const [isCreating, setCreating] = useState(false)
  usePageTitle(title)
  // Asked for at once; shown with the head, which the league's name and the way to a new team belong to.
  const { data: teams } = useLeagueTeams(leagueId)
  if (error instanceof ApiError && error.status === 404) return <LeagueNotFound />
  if (league === undefined)
    return (
      <Page>
        {error !== undefined && <VisuallyHidden as="h1">Team Management</VisuallyHidden>}
        <Missing
          read={read}
          failed="Failed to load the league"
          isAlone
          waiting={<Loading label="Loading teams" rows={6} />}
        />
      </Page>
    )
  const { isMember } = league
  return (
    <Page>
      <Spread>
        <div>
          <Crumb to={`/leagues/${leagueId}`}>{league.name}</Crumb>
          <h1>Team Management</h1>
          <Intro>Create and manage teams within your league</Intro>
        </div>
        {isMember && (
          <Button kind={teams?.length === 0 ? 'neutral' : 'primary'} onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            Create Team
          </Button>
        )}
      </Spread>
      <VisuallyHidden as="h2">Teams</VisuallyHidden>
      <TeamGrid leagueId={leagueId} userId={userId} isMember={isMember} onCreate={() => setCreating(true)} />
      {isCreating && <CreateTeamDialog leagueId={leagueId} onClose={() => setCreating(false)} />}
    </Page>
  )
}
