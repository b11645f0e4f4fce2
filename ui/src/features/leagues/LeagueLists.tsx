import { Compass, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { Cards } from '../../ui/Card.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { DISCOVER_PAGE, useLeagues, useMyLeagues } from './api.ts'
import { LeagueCard } from './LeagueCard.tsx'
import { discovered, mayFollow } from './model.ts'
import { useJoin } from './useLeagueActions.ts'

function CardsWaiting() {
  return (
    <Loading label="Loading leagues">
      <Cards as="div">
        {['a', 'b', 'c'].map((id) => (
          <Skeleton key={id} height="196px" />
        ))}
      </Cards>
    </Loading>
  )
}

const FAILED = 'Failed to load leagues'

interface PageOfLeagues {
  offset: number
  /** Shows the page after this one. */
  onMore: (() => void) | undefined
}

interface MyLeaguesProps {
  userId: number
  /** The ways into the first one. */
  actions: ReactNode
  chatOf: (league: League) => ReactNode
}

/** The leagues one is in, latest joined first. */
export function MyLeagues(props: MyLeaguesProps) {
  const [pages, setPages] = useState(1)
  return (
    <Stack data-gap="wide">
      {Array.from({ length: pages }, (_, page) => (
        <MyLeaguesPage
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          key={page}
          {...props}
          offset={page * PAGE.ownLeagues}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </Stack>
  )
}

function MyLeaguesPage({ userId, actions, chatOf, offset, onMore }: MyLeaguesProps & PageOfLeagues) {
  const read = useMyLeagues(offset)
  const { data } = read
  if (data === undefined) return <Missing read={read} failed={FAILED} isAlone waiting={<CardsWaiting />} />
  if (data.length === 0 && offset > 0) return null
  if (data.length === 0)
    return (
      <PanelBox as="div">
        <EmptyState icon={Users} title="No leagues yet" action={actions}>
          Create one for your friends, or join one with its code.
        </EmptyState>
      </PanelBox>
    )
  return (
    <>
      <Cards aria-label={offset === 0 ? 'My leagues' : `My leagues, from ${offset + 1}`}>
        {data.map((league) => (
          <LeagueCard key={league.id} league={league} isAdmin={league.adminId === userId} chat={chatOf(league)} />
        ))}
      </Cards>
      {onMore && data.length >= PAGE.ownLeagues && (
        <Button block onClick={onMore}>
          Show more leagues
        </Button>
      )}
    </>
  )
}

/** The public leagues, joined with one click. */
export function Discover({ userId }: { userId: number }) {
  const [pages, setPages] = useState(1)
  return (
    <Stack data-gap="wide">
      {Array.from({ length: pages }, (_, page) => (
        <DiscoverPage
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          key={page}
          userId={userId}
          offset={page * DISCOVER_PAGE}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </Stack>
  )
}

function DiscoverPage({ userId, offset, onMore }: { userId: number } & PageOfLeagues) {
  const read = useLeagues(offset)
  const { data } = read
  const { busy, join } = useJoin()
  if (data === undefined) return <Missing read={read} failed={FAILED} isAlone waiting={<CardsWaiting />} />
  const leagues: readonly League[] = discovered(data, offset)
  if (leagues.length === 0 && offset === 0)
    return (
      <PanelBox as="div">
        <EmptyState icon={Compass} title="No leagues available">
          No league is open to everybody yet. Create one and make it public.
        </EmptyState>
      </PanelBox>
    )
  return (
    <>
      {leagues.length > 0 && (
        <Cards aria-label={offset === 0 ? 'Public leagues' : `Public leagues, from ${offset + 1}`}>
          {leagues.map((league) => (
            <LeagueCard
              key={league.id}
              league={league}
              isAdmin={league.adminId === userId}
              join={{ busy: busy === league.id, onJoin: () => void join(league) }}
            />
          ))}
        </Cards>
      )}
      {onMore && mayFollow(data, DISCOVER_PAGE) && (
        <Button block onClick={onMore}>
          Show more leagues
        </Button>
      )}
    </>
  )
}
