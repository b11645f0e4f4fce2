import { UserPlus } from 'lucide-react'
import { useCallback, useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { FeedSort, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePredictions } from '../../features/predictions/api.ts'
import { CommunityTiles } from '../../features/sharing/CommunityTiles.tsx'
import { Feed } from '../../features/sharing/Feed.tsx'
import { type FeedChoice, TYPE_WORDS, winsOf } from '../../features/sharing/feed.ts'
import { LATEST } from '../../features/sharing/offers.ts'
import { SharePanel } from '../../features/sharing/SharePanel.tsx'
import { Guidelines, TrendingTopics } from '../../features/sharing/SideCards.tsx'
import { Trending } from '../../features/sharing/Trending.tsx'
import type { PageProps } from '../../lib/area.ts'
import { count } from '../../lib/numbers.ts'
import { HOME } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Small, Spread, Stack, Wrap } from '../../ui/layout.ts'
import { Column } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { EmptyState } from '../../ui/State.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { callsOf } from '../sharing/calls.ts'

const Page = styled(Wrap)`
  padding-block: var(--s3-5) var(--s4-5);
`

const SortBy = styled.label`
  display: flex;
  align-items: center;
  gap: var(--s2);

  select {
    width: auto;
  }
`

const TABS = [
  { id: 'feed', label: 'Community Feed' },
  { id: 'trending', label: 'Trending' },
  { id: 'following', label: 'Following' },
] as const

const TYPES = [
  { value: 'all', label: 'All' },
  ...(['individual', 'gameweek', 'custom'] as const).map((value) => ({ value, label: TYPE_WORDS[value] })),
] as const

const SORTS: readonly { value: FeedSort; label: string }[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'popular', label: 'Popular' },
  { value: 'trending', label: 'Trending' },
]

const NO_MATCHES: readonly [] = []

const loadDiscover = () => import('../../features/sharing/DiscoverDialog.tsx').then((module) => module.DiscoverDialog)

export function SocialPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const requested = query.get('tab')
  const { id: tab } = TABS.find(({ id }) => id === requested) ?? TABS[0]
  const select = (id: string) => setQuery(id === TABS[0].id ? {} : { tab: id }, { replace: true })
  const base = useId()
  const predictions = usePredictions()
  return (
    <>
      <Welcome user={user} predictions={predictions.data} />
      <Page>
        <SideLayout>
          <Column>
            <CommunityTiles />
            <PanelBox as="div">
              <TabList label="Social Hub" tabs={TABS} selected={tab} onSelect={select} base={base} />
            </PanelBox>
            <div {...tabPanelProps(base, tab)}>
              <Shown tab={tab} predictions={predictions.data} />
            </div>
          </Column>
          <Column>
            <SharePanel predictions={predictions} preview={LATEST} play={{ to: HOME.to, label: 'Upcoming Fixtures' }} />
            <TrendingTopics />
            <Guidelines />
          </Column>
        </SideLayout>
      </Page>
    </>
  )
}

type Predictions = ReturnType<typeof usePredictions>['data']

function Welcome({ user, predictions }: { user: CurrentUser; predictions: Predictions }) {
  const own = predictions && winsOf(predictions)
  return (
    <Band labelledBy="social">
      <BandAbout>
        <h1 id="social">Welcome to the Social Hub, {user.username}!</h1>
      </BandAbout>
      <BandStats>
        <BandStat before="Your" label="Predictions" value={predictions ? count(predictions.length) : '–'} />
        <BandStat before="Shareable" label="Wins" value={own ? count(own.wins) : '–'} />
        <BandStat before="Social" label="Score" value={own ? `${own.score}%` : '–'} note="of all your picks" />
        <BandStat before="Total" label="Points" value={count(user.totalPoints)} />
      </BandStats>
    </Band>
  )
}

function Shown({ tab, predictions }: { tab: string; predictions: Predictions }) {
  const now = useMatchClock(NO_MATCHES)
  const own = useMemo(
    () => predictions && new Map(predictions.map((prediction) => [prediction.fixtureId, prediction])),
    [predictions],
  )
  const calls = useCallback((share: SharedPrediction) => callsOf(share, now), [now])
  if (tab === 'trending') return <Trending />
  if (tab === 'following') return <Following now={now} own={own} callsOf={calls} />
  return <Community now={now} own={own} callsOf={calls} />
}

type Clock = Pick<Parameters<typeof Feed>[0], 'now' | 'own' | 'callsOf'>

function Community(clock: Clock) {
  const [{ sort, type }, choose] = useState<Pick<FeedChoice, 'sort' | 'type'>>({ sort: 'recent', type: 'all' })
  return (
    <Stack>
      <VisuallyHidden as="h2">Community Feed</VisuallyHidden>
      <Spread>
        <Segmented label="Type" options={TYPES} value={type} onChoose={(chosen) => choose({ sort, type: chosen })} />
        <SortBy>
          <Small>Sort</Small>
          <Choice value={sort} options={SORTS} onChoose={(chosen) => choose({ type, sort: chosen })} />
        </SortBy>
      </Spread>
      <Feed key={`${sort} ${type}`} choice={{ sort, type, isFollowing: false }} {...clock} />
    </Stack>
  )
}

const FOLLOWED: FeedChoice = { sort: 'recent', type: 'all', isFollowing: true }

function Following(clock: Clock) {
  const { Component: Discover, open, busy, close } = useLazyComponent(loadDiscover, 'Failed to load players')
  // Newly followed players have older shares, too: reload the list from its start.
  const [round, setRound] = useState(0)
  const begin = () => {
    close()
    setRound(round + 1)
  }
  return (
    <Stack>
      <Spread>
        <h2>Following</h2>
        <Button busy={busy} onClick={() => void open()}>
          <UserPlus aria-hidden />
          Discover Users
        </Button>
      </Spread>
      <Feed
        key={round}
        choice={FOLLOWED}
        {...clock}
        empty={
          <EmptyState icon={UserPlus} title="Follow Users" action={null}>
            Shares from players you follow appear here.
          </EmptyState>
        }
      />
      {Discover && <Discover onClose={begin} />}
    </Stack>
  )
}
