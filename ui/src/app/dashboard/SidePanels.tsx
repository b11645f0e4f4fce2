import { type ReactNode, useCallback, useId, useState } from 'react'
import { styled } from 'styled-components'
import { LeaderboardPanel } from '../../features/boards/LeaderboardPanel.tsx'
import { HubPanel } from '../../features/hub/HubPanel.tsx'
import type { SharePanelProps } from '../../features/sharing/SharePanel.tsx'
import { useNarrow } from '../../lib/useNarrow.ts'
import { Panel } from '../../ui/Panel.tsx'
import { part } from '../../ui/part.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { WhenNear } from '../../ui/WhenNear.tsx'
import { ScoringPanel } from './ScoringPanel.tsx'

const Column = styled.div`
  display: grid;
  gap: var(--s5);
  align-content: start;
  min-width: 0;
  grid-template-columns: minmax(0, 1fr);

  @container page (37.5rem <= width < 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
    /* The longest one has a column of its own. */
    & > :first-child {
      grid-row: 1 / span 2;
    }
  }
  /* Each in the place that the page has for it. */
  @container page (min-width: 64rem) {
    display: contents;
  }
`

const Deck = styled(TabList)`
  background: var(--surface);
  margin-inline: calc(var(--s3) * -1);
  border-block: 1px solid var(--line);
  & [role='tab'] {
    padding: 0 4px;
  }
`

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

/** Picks that the share panel shows of those it shares. */
const PREVIEW = 3

function PanelWaiting({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Waiting label={`Loading: ${title}`} rows={8} />
    </Panel>
  )
}

const TablePanel = part(
  () => import('./TablePanel.tsx').then((module) => module.TablePanel),
  <PanelWaiting title="Premier League Table" />,
)
const NewsPanel = part(
  () => import('../../features/news/NewsPanel.tsx').then((module) => module.NewsPanel),
  <PanelWaiting title="News" />,
)
const SharePanel = part<SharePanelProps>(
  () => import('../../features/sharing/SharePanel.tsx').then((module) => module.SharePanel),
  <PanelWaiting title="Share Your Predictions" />,
)

interface SidePanelsProps {
  readonly userId: number
  readonly gameweek: number | null
  readonly season: string | null
  /** The reader's picks, which can be shared. */
  readonly predictions: SharePanelProps['predictions']
}

/** The panels beside and below the fixtures: plain sections, behind tabs on a phone. */
export function SidePanels({ userId, gameweek, season, predictions }: SidePanelsProps) {
  const isPhone = useNarrow()
  const [selected, select] = useState('ranks')
  const base = useId()
  const [isBoardRead, setBoardRead] = useState(false)
  const onRead = useCallback(() => setBoardRead(true), [])
  const panels: readonly { id: string; label: string; content: ReactNode }[] = [
    { id: 'ranks', label: 'Ranks', content: <LeaderboardPanel userId={userId} gameweek={gameweek} onRead={onRead} /> },
    { id: 'hub', label: 'Hub', content: <HubPanel /> },
    {
      id: 'table',
      label: 'Table',
      content: (
        <WhenNear waiting={<PanelWaiting title="Premier League Table" />}>
          <TablePanel />
        </WhenNear>
      ),
    },
    {
      id: 'scoring',
      label: 'Scoring',
      content: <ScoringPanel season={season} />,
    },
    {
      id: 'news',
      label: 'News',
      content: (
        <WhenNear waiting={<PanelWaiting title="News" />}>
          <NewsPanel />
        </WhenNear>
      ),
    },
    {
      id: 'share',
      label: 'Share',
      content: (
        <WhenNear waiting={<PanelWaiting title="Share Your Predictions" />}>
          <SharePanel predictions={predictions} preview={PREVIEW} withRecent />
        </WhenNear>
      ),
    },
  ]
  if (!isPhone)
    return (
      <Column>
        {panels.map(({ id, content }) => (
          <Cell key={id} data-panel={id} data-held={!isBoardRead || undefined}>
            {content}
          </Cell>
        ))}
      </Column>
    )
  return (
    <>
      <Deck
        label="Ranks, hub, table, scoring, news, share"
        tabs={panels}
        selected={selected}
        onSelect={select}
        base={base}
      />
      {panels
        .filter(({ id }) => id === selected)
        .map(({ id, content }) => (
          <div key={id} {...tabPanelProps(base, id)}>
            {content}
          </div>
        ))}
    </>
  )
}

/* What stands below a board of few rows would jump up when they come: it shows with them, after 800 ms in any case. */
const Cell = styled.div`
  min-width: 0;

  @container page (min-width: 64rem) {
    &[data-panel='ranks'] {
      grid-area: ranks;
    }
    &[data-panel='hub'] {
      grid-area: hub;
    }
    &[data-panel='table'] {
      grid-area: table;
    }
    &[data-panel='scoring'] {
      grid-area: scoring;
    }
    &[data-panel='news'] {
      grid-area: news;
    }
    &[data-panel='share'] {
      grid-area: share;
    }
  }
  &[data-held]:not(:first-child) {
    animation: plp-hold 800ms;
  }
`
