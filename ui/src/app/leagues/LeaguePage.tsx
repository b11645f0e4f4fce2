import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { useSWRConfig } from 'swr'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import type { League, LeagueDetail } from '../../../../src/contracts/leagues.ts'
import { ApiError, http } from '../../api/http.ts'
import { isReadOf } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { ChatWidget } from '../../features/chat/ChatWidget.tsx'
import { useCurrentGameweek, useLeague } from '../../features/leagues/api.ts'
import { Invitation } from '../../features/leagues/Invitation.tsx'
import { LeagueBand } from '../../features/leagues/LeagueBand.tsx'
import { Members } from '../../features/leagues/Members.tsx'
import { Settings } from '../../features/leagues/Settings.tsx'
import { PAGE, Standings } from '../../features/leagues/Standings.tsx'
import { useNarrow } from '../../lib/useNarrow.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { sideColumn } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { attempt } from '../../ui/useAction.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { LeagueNotFound } from './InvalidLeague.tsx'
import { Page } from './Page.ts'
import { TeamsSection } from './TeamsSection.tsx'

const Grid = styled(Page)`
  &[data-side] {
    ${sideColumn}
  }
`

const Column = styled.div`
  display: grid;
  gap: var(--s5);
  align-content: start;
  min-width: 0;
  grid-template-columns: minmax(0, 1fr);

  @container page (37.5rem <= width < 64rem) {
    &[data-side] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-items: start;
    }
  }
`

/** Reaches the phone's edges, straight below the band. */
const Deck = styled(TabList)`
  background: var(--surface);
  margin-inline: calc(var(--s3) * -1);
  margin-top: calc(var(--s4) * -1);
  border-bottom: 1px solid var(--line);
`

interface LeaguePageProps {
  id: number
  user: CurrentUser
}

/** A league: standings, teams and members, for its members the invitation, for its admin the settings. */
export function LeaguePage(props: LeaguePageProps) {
  const { isLeaving, leave } = useLeave(props.user.id)
  // Nothing of it is read any more: a private league is not there for who is not in it.
  if (isLeaving)
    return (
      <Page>
        <Loading label="Leaving the league" rows={8} />
      </Page>
    )
  return <ShownLeague {...props} onLeave={leave} />
}

function ShownLeague({ id, user, onLeave }: LeaguePageProps & { onLeave: (league: LeagueDetail) => Promise<void> }) {
  const read = useLeague(id, { limit: PAGE, offset: 0 })
  const { data, error } = read
  const current = useCurrentGameweek()
  usePageTitle(data?.name ?? 'League')

  // Also with data: somebody may be removed while the page is open.
  if (error instanceof ApiError && error.status === 404) return <LeagueNotFound />
  const waiting = <Loading label="Loading the league" rows={8} />
  if (data === undefined || current === undefined)
    return (
      <Page>
        {error !== undefined && <VisuallyHidden as="h1">League</VisuallyHidden>}
        {data === undefined ? (
          <Missing read={read} failed="Failed to load the league" isAlone waiting={waiting} />
        ) : (
          waiting
        )}
      </Page>
    )
  return <Content league={data} user={user} current={current} onLeave={() => onLeave(data)} />
}

/** Leaves a league, and then its page for the list of those that are left. */
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
    // Its card would ask for its chat.
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
  current: number | null
  onLeave: () => Promise<void>
}

interface LeaguePart {
  id: string
  label: string
  content: ReactNode
}

function Content({ league, user, current, onLeave }: ContentProps) {
  const week = useLeague(league.id, current === null ? null : { gameweek: current, limit: 1, offset: 0 })
  const { id, isMember, joinCode } = league
  const isAdmin = league.adminId === user.id
  const main: readonly LeaguePart[] = [
    { id: 'standings', label: 'Standings', content: <Standings leagueId={id} current={current} /> },
    { id: 'teams', label: 'Teams', content: <TeamsSection league={league} userId={user.id} /> },
    { id: 'members', label: 'Members', content: <Members league={league} userId={user.id} /> },
  ]
  const side: readonly LeaguePart[] = [
    ...(joinCode
      ? [
          {
            id: 'invite',
            label: 'Invite',
            content: <Invitation leagueId={id} joinCode={joinCode} canRenew={isAdmin} />,
          },
        ]
      : []),
    ...(isMember
      ? [
          {
            id: 'settings',
            label: isAdmin ? 'Settings' : 'Leave',
            content: <Settings league={league} isAdmin={isAdmin} onLeave={onLeave} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <LeagueBand
        league={league}
        first={league.standings[0]?.totalPoints ?? 0}
        gameweekPoints={week.data || week.error || current === null ? (week.data?.me?.totalPoints ?? null) : undefined}
      />
      <Parts main={main} side={side} />
      {isMember && <ChatWidget room={{ kind: 'league', id }} name={league.name} canWrite isRoomAdmin={isAdmin} />}
    </>
  )
}

/** Two columns, on a phone tabs. */
function Parts({ main, side }: { main: readonly LeaguePart[]; side: readonly LeaguePart[] }) {
  const isPhone = useNarrow()
  const [selected, select] = useState('standings')
  const base = useId()
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
  const parts = [...main, ...side]
  const shown = parts.find(({ id }) => id === selected) ?? parts[0]!
  return (
    <Grid>
      <Deck label="League" tabs={parts} selected={shown.id} onSelect={select} base={base} />
      <div key={shown.id} {...tabPanelProps(base, shown.id)}>
        {shown.content}
      </div>
    </Grid>
  )
}
