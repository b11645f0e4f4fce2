import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { useSWRConfig } from 'swr'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { League, LeagueDetail } from '../../../../src/areas/leagues/contract.ts'
import { http } from '../../api/http.ts'
import { isReadOf } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { ChatWidget } from '../../features/chat/ChatWidget.tsx'
import { useLeague } from '../../features/leagues/api.ts'
import { Invitation } from '../../features/leagues/Invitation.tsx'
import { LeagueBand } from '../../features/leagues/LeagueBand.tsx'
import { Picks } from '../../features/leagues/Picks.tsx'
import { Ranks } from '../../features/leagues/Ranks.tsx'
import { PAGE } from '../../features/leagues/reads.ts'
import { Standings } from '../../features/leagues/Standings.tsx'
import { useProvisionalLeague } from '../../features/matches/api.ts'
import type { PageProps } from '../../lib/area.ts'
import { useNarrow } from '../../lib/useNarrow.ts'
import { Stack } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Page } from '../../ui/Page.ts'
import { isGone, PageOf } from '../../ui/PageOf.tsx'
import { type PhoneTab, PhoneTabs } from '../../ui/PhoneTabs.tsx'
import { sideColumn } from '../../ui/SideLayout.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { attempt } from '../../ui/useAction.ts'
import { LeagueNotFound } from './InvalidLeague.tsx'
import { TeamsSection } from './TeamsSection.tsx'

const Grid = styled(Page)`
  &[data-side] {
    ${sideColumn}
  }
`

const Column = styled(Stack)`
  gap: var(--s5);
  min-width: 0;

  @container page (37.5rem <= width < 64rem) {
    &[data-side] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-items: start;
    }
  }
`

/** Directly below the band. */
const Deck = styled(PhoneTabs)`
  margin-top: calc(var(--s4) * -1);
  border-top: 0;
`

type LeaguePageProps = PageProps & { id: number }

const WithLiveBoard = lazyComponent(
  () => import('./WithLiveBoard.tsx').then((module) => module.WithLiveBoard),
  <Loading label="Loading standings" rows={8} />,
)

const LeagueHistory = lazyComponent(
  () => import('./LeagueHistory.tsx').then((module) => module.LeagueHistory),
  <Loading label="Loading" rows={1} />,
)

const Settings = lazyComponent(
  () => import('../../features/leagues/Settings.tsx').then((module) => module.Settings),
  <Loading label="Loading settings">
    <Skeleton height="240px" />
  </Loading>,
)

export function LeaguePage(props: LeaguePageProps) {
  const { isLeaving, leave } = useLeave(props.user.id)
  // Stops all reads of the league: a private one responds with 404 to non-members.
  if (isLeaving)
    return (
      <Page>
        <Loading label="Leaving the league" rows={8} />
      </Page>
    )
  return <ShownLeague {...props} onLeave={leave} />
}

function ShownLeague({ id, user, onLeave }: LeaguePageProps & { onLeave: (league: LeagueDetail) => Promise<void> }) {
  const { data: league, error, mutate } = useLeague(id, { limit: PAGE, offset: 0 })
  // Loads the code and data of the provisional board in parallel with the league.
  useEffect(WithLiveBoard.ahead, [])
  useProvisionalLeague(id)
  return (
    <PageOf
      read={{ data: league, error: league === undefined || isGone(error) ? error : undefined, mutate }}
      name="League"
      title={() => league?.name ?? 'League'}
      gone={<LeagueNotFound />}
      failed="Failed to load the league"
      loading="Loading the league"
    >
      {(read) => <Content league={read} user={user} onLeave={() => onLeave(read)} />}
    </PageOf>
  )
}

function useLeave(userId: number) {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async ({ id, name }: LeagueDetail) => {
    setLeaving(true)
    const left = await attempt(() => http(`/api/leagues/${id}/members/${userId}`, { method: 'DELETE' }), {
      done: { title: 'Left league successfully', description: name },
      failed: 'Failed to leave league',
    })
    if (!left.isDone) return setLeaving(false)
    // Removes the league's card first, which would load its chat.
    await mutate<League[]>(shared.myLeagues.key, (known) => known?.filter((league) => league.id !== id), {
      revalidate: false,
    })
    navigate('/leagues')
    await mutate((key) => isReadOf('leagues', key))
  }
  return { isLeaving, leave }
}

interface ContentProps {
  league: LeagueDetail
  user: CurrentUser
  onLeave: () => Promise<void>
}

function Content({ league, user, onLeave }: ContentProps) {
  const { id, isMember, joinCode } = league
  const isAdmin = league.adminId === user.id
  const main: readonly PhoneTab[] = [
    {
      id: 'standings',
      label: 'Standings',
      content: (
        <Column>
          <WithLiveBoard leagueId={id} userId={user.id}>
            {(live) => (
              <>
                <Standings league={league} userId={user.id} live={live} />
                {isMember && <Ranks leagueId={id} userId={user.id} />}
                <LeagueHistory league={league} userId={user.id} />
              </>
            )}
          </WithLiveBoard>
        </Column>
      ),
    },
    ...(isMember ? [{ id: 'picks', label: 'Picks', content: <Picks league={league} userId={user.id} /> }] : []),
    { id: 'teams', label: 'Teams', content: <TeamsSection league={league} userId={user.id} /> },
  ]
  const side: readonly PhoneTab[] = [
    joinCode !== undefined && {
      id: 'invite',
      label: 'Invite',
      content: <Invitation leagueId={id} name={league.name} joinCode={joinCode} canRenew={isAdmin} />,
    },
    isMember && {
      id: 'settings',
      label: isAdmin ? 'Settings' : 'Leave',
      content: <Settings league={league} isAdmin={isAdmin} onLeave={onLeave} />,
    },
  ].filter((tab) => tab !== false)
  return (
    <>
      <LeagueBand league={league} first={league.standings[0]?.totalPoints ?? 0} />
      <Sections main={main} side={side} />
      {isMember && <ChatWidget room={{ kind: 'league', id }} name={league.name} canWrite isRoomAdmin={isAdmin} />}
    </>
  )
}

function Sections({ main, side }: { main: readonly PhoneTab[]; side: readonly PhoneTab[] }) {
  const isPhone = useNarrow()
  const [query, setQuery] = useSearchParams()
  if (!isPhone)
    return (
      <Grid data-side={side.length > 0 || undefined}>
        <Column>
          {main.map(({ id, content }) => (
            <div key={id}>{content}</div>
          ))}
        </Column>
        {side.length > 0 && (
          <Column data-side>
            {side.map(({ id, content }) => (
              <div key={id}>{content}</div>
            ))}
          </Column>
        )}
      </Grid>
    )
  return (
    <Grid>
      <Deck
        label="League"
        tabs={[...main, ...side]}
        selected={query.get('tab') ?? 'standings'}
        onSelect={(tab) => setQuery(tab === 'standings' ? {} : { tab }, { replace: true })}
      />
    </Grid>
  )
}
