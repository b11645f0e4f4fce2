import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import type { FeedSort, SharedPrediction } from '../../../../src/contracts/sharing.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { usePredictions } from '../../features/predictions/api.ts'
import { CommunityTiles } from '../../features/sharing/CommunityTiles.tsx'
import { Feed } from '../../features/sharing/Feed.tsx'
import { type FeedChoice, TYPE_WORDS, winsOf } from '../../features/sharing/feed.ts'
import { LATEST } from '../../features/sharing/offers.ts'
import { SharePanel } from '../../features/sharing/SharePanel.tsx'
import { Guidelines, TrendingTopics } from '../../features/sharing/SideCards.tsx'
import { Trending } from '../../features/sharing/Trending.tsx'
import { count } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { Small, Spread, Stack, Wrap } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Select } from '../../ui/Select.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { EmptyState } from '../../ui/State.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { useLazyPart } from '../../ui/useLazyPart.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { PageProps } from '../page.ts'
import { HOME } from '../paths.ts'
import { callsOf } from '../sharing/calls.ts'

const Page = styled(Wrap)`
  padding-block: var(--s3) var(--s4);

  @container page (min-width: 37.5rem) {
    padding-block: var(--s5);
  }
`

/* As wide as the page has room for below each other; the page's own gap between panels. */
const Column = styled(Stack)`
  gap: var(--s3);
  min-width: 0;

  @container page (min-width: 37.5rem) {
    gap: var(--s5);
  }
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

/** The social hub: what the community shares, what of it is looked at, and whom the reader follows. Its tab stands in the address. */
export function SocialPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab')
  const { id: tab } = TABS.find(({ id }) => id === asked) ?? TABS[0]
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
              <Shown tab={tab} />
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

function Welcome({ user, predictions }: { user: CurrentUser; predictions: ReturnType<typeof usePredictions>['data'] }) {
  const own = predictions && winsOf(predictions)
  return (
    <Band labelledBy="social">
      <BandAbout>
        <h1 id="social">Welcome to the Social Hub, {user.username}!</h1>
      </BandAbout>
      <BandStats>
        <BandStat label={<Wide first="Your">Predictions</Wide>} value={predictions ? count(predictions.length) : '–'} />
        <BandStat label={<Wide first="Shareable">Wins</Wide>} value={own ? count(own.wins) : '–'} />
        <BandStat label={<Wide first="Social">Score</Wide>} value={own ? `${own.score}%` : '–'} />
        <BandStat label={<Wide first="Total">Points</Wide>} value={count(user.totalPoints)} />
      </BandStats>
    </Band>
  )
}

/* A phone has room for the second word of each. */
const First = styled.span`
  display: none;

  @container page (min-width: 37.5rem) {
    display: inline;
  }
`

function Wide({ first, children }: { first: string; children: string }) {
  return (
    <>
      <First>{first} </First>
      {children}
    </>
  )
}

function Shown({ tab }: { tab: string }) {
  const now = useMatchClock(NO_MATCHES)
  const calls = (share: SharedPrediction) => callsOf(share, now)
  if (tab === 'trending') return <Trending />
  if (tab === 'following') return <Following now={now} callsOf={calls} />
  return <Community now={now} callsOf={calls} />
}

type Clock = Pick<Parameters<typeof Feed>[0], 'now' | 'callsOf'>

function Community(clock: Clock) {
  const [{ sort, type }, choose] = useState<Pick<FeedChoice, 'sort' | 'type'>>({ sort: 'recent', type: 'all' })
  return (
    <Stack>
      <VisuallyHidden as="h2">Community Feed</VisuallyHidden>
      <Spread>
        <Segmented label="Type" options={TYPES} value={type} onChoose={(chosen) => choose({ sort, type: chosen })} />
        <SortBy>
          <Small>Sort</Small>
          <Select value={sort} onChange={(event) => choose({ type, sort: event.target.value as FeedSort })}>
            {SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </SortBy>
      </Spread>
      <Feed key={`${sort} ${type}`} choice={{ sort, type, isFollowing: false }} {...clock} />
    </Stack>
  )
}

const FOLLOWED: FeedChoice = { sort: 'recent', type: 'all', isFollowing: true }

function Following(clock: Clock) {
  const { Part: Discover, open, busy, close } = useLazyPart(loadDiscover, 'Failed to load players')
  // Whoever is followed anew has older shares too: the list begins again.
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
          <EmptyState icon={UserPlus} title="Follow Users">
            Their shares stand here, newest first.
          </EmptyState>
        }
      />
      {Discover && <Discover onClose={begin} />}
    </Stack>
  )
}
