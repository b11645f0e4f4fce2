import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { useLeague } from '../../features/leagues/api.ts'
import { useLeagueTeams, useMayFound } from '../../features/teams/api.ts'
import { CreateTeamDialog } from '../../features/teams/CreateTeamDialog.tsx'
import { TeamGrid } from '../../features/teams/TeamGrid.tsx'
import type { PageProps } from '../../lib/area.ts'
import { areaOf, byId } from '../../ui/areaOf.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spread } from '../../ui/layout.ts'
import { Intro, Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { InvalidLeague, LeagueNotFound } from './InvalidLeague.tsx'

const Crumb = styled(Link)`
  ${tapTarget}
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  margin-bottom: var(--s1);
  overflow-wrap: anywhere;
`

export const TeamManagementArea = areaOf({ ':id': byId(TeamManagementPage, <InvalidLeague />) }, <InvalidLeague />)

function TeamManagementPage({ id, user, title }: PageProps & { id: number }) {
  // Loaded in parallel with the league.
  const { data: teams } = useLeagueTeams(id)
  return (
    <PageOf
      read={useLeague(id, { limit: 1, offset: 0 })}
      name={title ?? 'Team Management'}
      title={({ name }) => `${name} Team Management`}
      gone={<LeagueNotFound />}
      failed="Failed to load the league"
      loading="Loading teams"
    >
      {(league) => <Teams league={league} hasNone={teams?.length === 0} userId={user.id} />}
    </PageOf>
  )
}

function Teams({ league, hasNone, userId }: { league: LeagueDetail; hasNone: boolean; userId: number }) {
  const leagueId = league.id
  const [isCreating, setCreating] = useState(false)
  const { isMember } = league
  const mayFound = useMayFound(league, userId)
  return (
    <Page>
      <Spread>
        <div>
          <Crumb to={`/leagues/${leagueId}`}>{league.name}</Crumb>
          <h1>Team Management</h1>
          <Intro>Create and manage teams within your league</Intro>
        </div>
        {mayFound && (
          <Button kind={hasNone ? 'neutral' : 'primary'} onClick={() => setCreating(true)}>
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
