import { useState } from 'react'
import { styled } from 'styled-components'
import { GameweekChooser, periodTabs } from '../../ui/GameweekChooser.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useLeague } from './api.ts'
import { StandingsTable } from './StandingsTable.tsx'

/** Rows a page of the standings. */
export const PAGE = 50

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
      <Tabs label="Standings" tabs={periodTabs(gameweek)} selected={tab} onSelect={setTab}>
        {tab === 'overall' || gameweek === null || current === null ? (
          <StandingsPages key="overall" leagueId={leagueId} current={current} />
        ) : (
          <>
            <GameweekChooser last={current} gameweek={gameweek} onChoose={choose} />
            <StandingsPages key={gameweek} leagueId={leagueId} current={current} gameweek={gameweek} />
          </>
        )}
      </Tabs>
    </Panel>
  )
}

interface StandingsPagesProps {
  leagueId: number
  current: number | null
  /** Without it the season's. */
  gameweek?: number
}

function StandingsPages({ leagueId, current, gameweek }: StandingsPagesProps) {
  const [offset, setOffset] = useState(0)
  const page = { limit: PAGE, offset, ...(gameweek === undefined ? {} : { gameweek }) }
  const read = useLeague(leagueId, page)
  const { data } = read
  if (data === undefined)
    return (
      <Missing
        read={read}
        failed="Failed to load standings"
        waiting={
          <Waiting>
            <Loading label="Loading standings" rows={8} />
          </Waiting>
        }
      />
    )
  const isOverall = gameweek === undefined
  return (
    <>
      <StandingsTable
        caption={`League standings, ${isOverall ? 'overall' : `gameweek ${gameweek}`}`}
        rows={data.standings}
        me={data.me}
        isOverall={isOverall}
        current={current}
      />
      <Pager offset={offset} size={PAGE} total={data.memberCount} word="member" onOffset={setOffset} />
    </>
  )
}
