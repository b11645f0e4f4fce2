import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { styled } from 'styled-components'
import { messageOf } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useLeague } from './api.ts'
import { StandingsTable } from './StandingsTable.tsx'

/** Rows a page of the standings. */
export const PAGE = 50

const Chooser = styled(Row)`
  padding: var(--s3) var(--s4);
  border-bottom: 1px solid var(--line);

  select {
    width: auto;
    min-height: 36px;
    padding-block: 0;
    font: var(--b3);
  }
`

const Waiting = styled(PanelBody)`
  padding-top: var(--s4);
`

interface StandingsProps {
  leagueId: number
  /** The gameweek that is being played; null: there is no season. */
  current: number | null
}

/** Standings of the season and of any gameweek up to the current one. */
export function Standings({ leagueId, current }: StandingsProps) {
  const [tab, setTab] = useState('overall')
  const [chosen, choose] = useState<number | null>(null)
  const gameweek = chosen ?? current
  return (
    <Panel title="Standings" actions={<Small>Match points{tab === 'overall' && ', whole season'}</Small>}>
      <Tabs
        label="Standings"
        tabs={[
          { id: 'overall', label: 'Overall' },
          {
            id: 'gameweek',
            label: gameweek === null ? 'Gameweek' : `Gameweek ${gameweek}`,
            disabled: gameweek === null,
          },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'overall' || gameweek === null || current === null ? (
          <StandingsPages key="overall" leagueId={leagueId} />
        ) : (
          <>
            <GameweekChooser last={current} gameweek={gameweek} onChoose={choose} />
            <StandingsPages key={gameweek} leagueId={leagueId} gameweek={gameweek} />
          </>
        )}
      </Tabs>
    </Panel>
  )
}

interface GameweekChooserProps {
  last: number
  gameweek: number
  onChoose: (gameweek: number) => void
}

function GameweekChooser({ last, gameweek, onChoose }: GameweekChooserProps) {
  const id = useId()
  return (
    <Chooser data-nowrap>
      <VisuallyHidden as="label" htmlFor={id}>
        Gameweek
      </VisuallyHidden>
      <Select id={id} value={gameweek} onChange={(event) => onChoose(Number(event.target.value))}>
        {Array.from({ length: last }, (_, index) => last - index).map((each) => (
          <option key={each} value={each}>
            Gameweek {each}
          </option>
        ))}
      </Select>
      <Button
        icon
        size="sm"
        aria-label="Previous gameweek"
        disabled={gameweek <= 1}
        onClick={() => onChoose(gameweek - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        icon
        size="sm"
        aria-label="Next gameweek"
        disabled={gameweek >= last}
        onClick={() => onChoose(gameweek + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </Chooser>
  )
}

function StandingsPages({ leagueId, gameweek }: { leagueId: number; gameweek?: number }) {
  const [offset, setOffset] = useState(0)
  const page = { limit: PAGE, offset, ...(gameweek === undefined ? {} : { gameweek }) }
  const { data, error, mutate } = useLeague(leagueId, page)
  if (data === undefined)
    return (
      <Waiting>
        {error ? (
          <ErrorState title="Failed to load standings" onRetry={() => void mutate()}>
            {messageOf(error, 'The server did not answer.')}
          </ErrorState>
        ) : (
          <Loading label="Loading standings" rows={8} />
        )}
      </Waiting>
    )
  const isOverall = gameweek === undefined
  return (
    <>
      <StandingsTable
        caption={`League standings, ${isOverall ? 'overall' : `gameweek ${gameweek}`}`}
        rows={data.standings}
        me={data.me}
        isOverall={isOverall}
      />
      <Pager offset={offset} size={PAGE} total={data.memberCount} word="member" onOffset={setOffset} />
    </>
  )
}
