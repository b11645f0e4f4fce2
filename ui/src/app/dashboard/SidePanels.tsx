import { type ReactNode, useCallback, useId, useState } from 'react'
import { styled } from 'styled-components'
import { LeaderboardPanel } from '../../features/boards/LeaderboardPanel.tsx'
import { HubPanel } from '../../features/hub/HubPanel.tsx'
import { ScoringRules } from '../../features/scoring/ScoringRules.tsx'
import { useTable } from '../../features/table/api.ts'
import { LeagueTable } from '../../features/table/LeagueTable.tsx'
import { useNarrow } from '../../lib/useNarrow.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { HelpLink } from '../../ui/HelpLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel, PanelBox, PanelFoot, PanelHeader } from '../../ui/Panel.tsx'
import { part } from '../../ui/part.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { WhenSeen } from '../../ui/WhenSeen.tsx'

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

/** As high as the four articles it stands for. */
const Ahead = styled.div`
  min-height: 18rem;
`

/** Below the fold: its code comes behind the first view. */
const NewsPanel = part(
  () => import('../../features/news/NewsPanel.tsx').then((module) => module.NewsPanel),
  <Panel title="News">
    <Waiting label="Loading news" rows={4} rowHeight="54px" />
  </Panel>,
)

interface SidePanelsProps {
  readonly userId: number
  readonly gameweek: number | null
  readonly season: string | null
}

/** The panels beside and below the fixtures: plain sections, behind tabs on a phone. */
export function SidePanels({ userId, gameweek, season }: SidePanelsProps) {
  const isPhone = useNarrow()
  const [selected, select] = useState('ranks')
  const base = useId()
  const [isBoardRead, setBoardRead] = useState(false)
  const onRead = useCallback(() => setBoardRead(true), [])
  const panels: readonly { id: string; label: string; content: ReactNode }[] = [
    { id: 'ranks', label: 'Ranks', content: <LeaderboardPanel userId={userId} gameweek={gameweek} onRead={onRead} /> },
    { id: 'hub', label: 'Hub', content: <HubPanel /> },
    { id: 'table', label: 'Table', content: <TablePanel /> },
    { id: 'scoring', label: 'Scoring', content: <ScoringPanel season={season} /> },
    {
      id: 'news',
      label: 'News',
      content: (
        <WhenSeen
          before={
            <Panel title="News">
              <Ahead />
            </Panel>
          }
        >
          <NewsPanel />
        </WhenSeen>
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
      <Deck label="Ranks, hub, table, scoring, news" tabs={panels} selected={selected} onSelect={select} base={base} />
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
  }
  &[data-held]:not(:first-child) {
    animation: plp-hold 800ms;
  }
`

function ScoringPanel({ season }: Pick<SidePanelsProps, 'season'>) {
  return (
    <Panel title="Scoring System" actions={<HelpLink to="scoring">How points work</HelpLink>}>
      <ScoringRules season={season} />
    </Panel>
  )
}

function TablePanel() {
  const headingId = useId()
  const table = useTable()
  return (
    <PanelBox aria-labelledby={headingId}>
      <PanelHeader>
        <h2 id={headingId}>Premier League Table</h2>
      </PanelHeader>
      <Loaded
        read={table}
        failed="Unable to load the table"
        isBrief
        waiting={<Waiting label="Loading table" rows={10} rowHeight="24px" />}
      >
        {(rows) => <LeagueTable rows={rows} labelledBy={headingId} />}
      </Loaded>
      <PanelFoot>
        <ButtonLink size="sm" block to="/table">
          Whole table
        </ButtonLink>
      </PanelFoot>
    </PanelBox>
  )
}
