import { BarChart3 } from 'lucide-react'
import { type ComponentType, useId } from 'react'
import { useSearchParams } from 'react-router'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Analytics } from '../../../../src/contracts/analytics.ts'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import { shared } from '../../api/shared.ts'
import { useAnalytics } from '../../features/analytics/api.ts'
import { shortWhen } from '../../features/fixtures/time.ts'
import { seasonName } from '../../features/points/model.ts'
import { counted } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout } from '../../ui/Band.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { part } from '../../ui/part.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Page } from '../leagues/Page.ts'
import type { PageProps } from '../page.ts'
import { Subnav } from '../Subnav.ts'

/* A light control on the dark band. */
const Season = styled.div`
  select {
    width: auto;
    max-width: 100%;
    color: var(--ink);
  }
`

const Charts = styled(Page)`
  align-items: start;

  @container page (min-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

const waiting = <Loading label="Loading analytics" rows={3} rowHeight="230px" />

interface TabProps {
  analytics: Analytics
  userId: number
}

/** Each tab's charts come when it is opened. */
const TABS = [
  {
    id: 'users',
    label: 'User Analytics',
    Charts: part<TabProps>(
      () => import('../../features/analytics/UserAnalytics.tsx').then((module) => module.UserAnalytics),
      waiting,
    ),
  },
  {
    id: 'teams',
    label: 'Team Performance',
    Charts: part<TabProps>(
      () => import('../../features/analytics/TeamPerformance.tsx').then((module) => module.TeamPerformance),
      waiting,
    ),
  },
  {
    id: 'leagues',
    label: 'League Overview',
    Charts: part<TabProps>(
      () => import('../../features/analytics/LeagueOverview.tsx').then((module) => module.LeagueOverview),
      waiting,
    ),
  },
] as const satisfies readonly { id: string; label: string; Charts: ComponentType<TabProps> }[]

/** What predictions came to, of everybody, of clubs and of leagues. Tab and season stand in the address. */
export function AnalyticsPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const base = useId()
  const season = query.get('season')
  const read = useAnalytics(season)
  const tab = TABS.find(({ id }) => id === query.get('show')) ?? TABS[0]
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    next.set(name, value)
    setQuery(next)
  }
  return (
    <>
      <Band labelledBy="analytics">
        <BandAbout>
          <h1 id="analytics">{title}</h1>
          <p data-small>{read.data ? about(read.data.users) : '\u00a0'}</p>
        </BandAbout>
        {read.data && read.data.users.seasons.length > 1 && (
          <SeasonSelect users={read.data.users} onChoose={(name) => set('season', name)} />
        )}
      </Band>
      <Subnav>
        <Wrap>
          <TabList label="Analytics" tabs={TABS} selected={tab.id} onSelect={(id) => set('show', id)} base={base} />
        </Wrap>
      </Subnav>
      <Charts {...tabPanelProps(base, tab.id)}>
        <Loaded read={read} failed="Failed to load analytics" isAlone waiting={waiting}>
          {(analytics) =>
            // Leagues are there before any match.
            analytics.users.settledMatches > 0 || tab.id === 'leagues' ? (
              <tab.Charts analytics={analytics} userId={user.id} />
            ) : (
              <NothingYet users={analytics.users} />
            )
          }
        </Loaded>
      </Charts>
    </>
  )
}

function about({ totalPredictions, matches }: Analytics['users']): string {
  if (matches === 0) return 'Picks are counted once their match takes none any more.'
  return `${counted(totalPredictions, 'pick')} of ${counted(matches, 'match', 'matches')} that ${matches === 1 ? 'takes' : 'take'} none any more. Counted again after every result.`
}

function SeasonSelect({ users, onChoose }: { users: Analytics['users']; onChoose: (season: string) => void }) {
  const id = useId()
  return (
    <Season>
      <VisuallyHidden as="label" htmlFor={id}>
        Season
      </VisuallyHidden>
      <Select id={id} value={users.season ?? ''} onChange={({ target: { value } }) => onChoose(value)}>
        {users.seasons.map((season) => (
          <option key={season} value={season}>
            {seasonName(season)}
          </option>
        ))}
      </Select>
    </Season>
  )
}

/** Before the first result: nobody has a pick that counts, or matches are being played. */
function NothingYet({ users: { matches, totalPredictions } }: { users: Analytics['users'] }) {
  const { data: fixtures = [] } = useSWR<Fixture[]>(shared.fixtures.key, shared.fixtures.fresh)
  const cutoffs = fixtures.flatMap(({ isOpen, cutoffTime }) => (isOpen && cutoffTime ? Date.parse(cutoffTime) : []))
  const first =
    cutoffs.length > 0 ? ` with the first cutoff, ${shortWhen(Math.min(...cutoffs))}` : ' with the first cutoff'
  return (
    <PanelBox as="div">
      {matches > 0 ? (
        <EmptyState icon={BarChart3} title="No finished match yet">
          {counted(totalPredictions, 'pick')} of {counted(matches, 'match', 'matches')} wait for a result. What they
          come to stands here then.
        </EmptyState>
      ) : (
        <EmptyState icon={BarChart3} title="No closed picks yet">
          Numbers begin{first}.
        </EmptyState>
      )}
    </PanelBox>
  )
}
