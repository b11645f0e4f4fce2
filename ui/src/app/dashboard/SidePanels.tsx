import { type ComponentType, memo, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { LeaderboardPanel } from '../../features/boards/LeaderboardPanel.tsx'
import { HubPanel } from '../../features/hub/HubPanel.tsx'
import type { SharePanelProps } from '../../features/sharing/SharePanel.tsx'
import { useNarrow } from '../../lib/useNarrow.ts'
import { Stack } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type PhoneTab, PhoneTabs } from '../../ui/PhoneTabs.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { WhenNear } from '../../ui/WhenNear.tsx'

const Column = styled(Stack)`
  gap: var(--s5);
  min-width: 0;

  @container page (37.5rem <= width < 64rem) {
    grid-template: auto 1fr / repeat(2, minmax(0, 1fr));
    align-items: start;
    /* The longest panel has its own column. */
    & > :first-child {
      grid-row: 1 / span 2;
    }
  }
  @container page (min-width: 64rem) {
    grid-template-rows: auto auto 1fr;

    & > :last-child > * {
      height: 100%;
    }
  }
`

/** Three panels abreast below the fixtures and the column at their side, all as high as the highest. */
const Below = styled(Column)`
  @container page (min-width: 64rem) {
    grid-column: 1 / -1;
    grid-template: auto / repeat(3, minmax(0, 1fr));

    & > * > * {
      height: 100%;
    }
  }
`

const Deck = styled(PhoneTabs)`
  & [role='tab'] {
    padding: 0 4px;
  }
`

const PREVIEW = 3

function late<Props extends object>(title: string, load: () => Promise<ComponentType<Props>>) {
  const waiting = (
    <Panel title={title}>
      <Loading inset="body" label={`Loading: ${title}`} rows={8} />
    </Panel>
  )
  const Code = lazyComponent(load, waiting)
  return (props: Props) => (
    <WhenNear waiting={waiting}>
      <Code {...props} />
    </WhenNear>
  )
}

const ScoringPanel = late<{ season: string | null }>('Scoring System', () =>
  import('./ScoringPanel.tsx').then((module) => module.ScoringPanel),
)
const TablePanel = late('Premier League Table', () => import('./TablePanel.tsx').then((module) => module.TablePanel))
const NewsPanel = late('News', () => import('../../features/news/NewsPanel.tsx').then((module) => module.NewsPanel))
const SharePanel = late<SharePanelProps>('Share Your Predictions', () =>
  import('../../features/sharing/SharePanel.tsx').then((module) => module.SharePanel),
)

interface SidePanelsProps {
  readonly userId: number
  readonly gameweek: number | null
  readonly season: string | null
  readonly predictions: SharePanelProps['predictions']
}

/** Rendered again only for other values: the page renders with every tick and read. */
export const SidePanels = memo(function SidePanels({ userId, gameweek, season, predictions }: SidePanelsProps) {
  const isPhone = useNarrow()
  const [query, setQuery] = useSearchParams()
  const [isBoardRead, setBoardRead] = useState(false)
  const onRead = useCallback(() => setBoardRead(true), [])
  const side: readonly PhoneTab[] = [
    { id: 'ranks', label: 'Ranks', content: <LeaderboardPanel userId={userId} gameweek={gameweek} onRead={onRead} /> },
    { id: 'hub', label: 'Hub', content: <HubPanel /> },
    {
      id: 'scoring',
      label: 'Scoring',
      content: <ScoringPanel season={season} />,
    },
  ]
  const below: readonly PhoneTab[] = [
    { id: 'table', label: 'Table', content: <TablePanel /> },
    { id: 'news', label: 'News', content: <NewsPanel /> },
    {
      id: 'share',
      label: 'Share',
      content: <SharePanel predictions={predictions} preview={PREVIEW} withRecent />,
    },
  ]
  const cells = (panels: readonly PhoneTab[]) =>
    panels.map(({ id, content }) => (
      <Cell key={id} data-held={(id !== 'ranks' && !isBoardRead) || undefined}>
        {content}
      </Cell>
    ))
  if (!isPhone)
    return (
      <>
        <Column>{cells(side)}</Column>
        <Below>{cells(below)}</Below>
      </>
    )
  const [ranks, hub, scoring] = side
  const [table, ...rest] = below
  return (
    <Deck
      label="Ranks, hub, table, scoring, news, share"
      tabs={[ranks!, hub!, table!, scoring!, ...rest]}
      selected={query.get('panel') ?? 'ranks'}
      onSelect={(panel) => setQuery(panel === 'ranks' ? {} : { panel }, { replace: true })}
    />
  )
})

/* Panels below a short board would jump when its rows arrive. They appear with the rows, or after 800 ms. */
const Cell = styled.div`
  min-width: 0;

  &[data-held] {
    animation: plp-hold 800ms;
  }
`
