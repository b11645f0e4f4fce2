import { BarChart3 } from 'lucide-react'
import { type ComponentType, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Analytics } from '../../../../src/areas/analytics/contract.ts'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { shared } from '../../api/shared.ts'
import { useAnalytics } from '../../features/analytics/api.ts'
import { shortWhen } from '../../features/fixtures/time.ts'
import { seasonName } from '../../features/points/model.ts'
import type { PageProps } from '../../lib/area.ts'
import { counted } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout, BandControl } from '../../ui/Band.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Halves } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Subnav } from '../../ui/Subnav.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'

/** Cards of a row are equally high, and the last one leaves no hole beside it. */
const Figures = styled(Halves)`
  align-items: stretch;

  & > :last-child:nth-child(odd) {
    grid-column: 1 / -1;
  }
`

const waiting = <Loading label="Loading analytics" rows={3} rowHeight="230px" />

interface TabProps {
  analytics: Analytics
  userId: number
}

const charts = (load: () => Promise<ComponentType<TabProps>>) => lazyComponent(load, waiting)

const TABS = [
  {
    id: 'users',
    label: 'User Analytics',
    Charts: charts(() => import('../../features/analytics/UserAnalytics.tsx').then((module) => module.UserAnalytics)),
  },
  {
    id: 'teams',
    label: 'Team Performance',
    Charts: charts(() =>
      import('../../features/analytics/TeamPerformance.tsx').then((module) => module.TeamPerformance),
    ),
  },
  {
    id: 'leagues',
    label: 'League Overview',
    Charts: charts(() => import('../../features/analytics/LeagueOverview.tsx').then((module) => module.LeagueOverview)),
  },
] as const

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
          <BandControl>
            <Choice
              aria-label="Season"
              value={read.data.users.season ?? ''}
              options={read.data.users.seasons.map((name) => ({ value: name, label: seasonName(name) }))}
              onChoose={(name) => set('season', name)}
            />
          </BandControl>
        )}
      </Band>
      <Subnav>
        <Wrap>
          <TabList label="Analytics" tabs={TABS} selected={tab.id} onSelect={(id) => set('show', id)} base={base} />
        </Wrap>
      </Subnav>
      <Figures {...tabPanelProps(base, tab.id)}>
        <Loaded read={read} failed="Failed to load analytics" isAlone waiting={waiting}>
          {(analytics) =>
            // Leagues exist before any match is settled.
            analytics.users.settledMatches > 0 || tab.id === 'leagues' ? (
              <tab.Charts analytics={analytics} userId={user.id} />
            ) : (
              <NothingYet users={analytics.users} />
            )
          }
        </Loaded>
      </Figures>
    </>
  )
}

function about({ totalPredictions, matches }: Analytics['users']): string {
  if (matches === 0) return 'Picks appear here once their match has closed.'
  return `Based on ${counted(totalPredictions, 'pick')} for ${counted(matches, 'match', 'matches')} that ${matches === 1 ? 'has' : 'have'} closed. Updated after every result.`
}

function NothingYet({ users: { matches, totalPredictions } }: { users: Analytics['users'] }) {
  const { data: fixtures = [] } = useSWR<Fixture[]>(shared.fixtures.key, shared.fixtures.fresh)
  const cutoffs = fixtures.flatMap(({ isOpen, cutoffTime }) => (isOpen && cutoffTime ? Date.parse(cutoffTime) : []))
  const first =
    cutoffs.length > 0 ? ` with the first cutoff, ${shortWhen(Math.min(...cutoffs))}` : ' with the first cutoff'
  return (
    <PanelBox as="div">
      {matches > 0 ? (
        <EmptyState icon={BarChart3} title="No finished match yet" action={<PlayLink />}>
          {counted(totalPredictions, 'pick')} for {counted(matches, 'match', 'matches')}, waiting for a result. The
          charts start at full time.
        </EmptyState>
      ) : (
        <EmptyState icon={BarChart3} title="No closed picks yet" action={<PlayLink />}>
          The numbers start{first}.
        </EmptyState>
      )}
    </PanelBox>
  )
}
