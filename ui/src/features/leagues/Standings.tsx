import { useState } from 'react'
import { styled } from 'styled-components'
import type { LeagueDetail, LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { count } from '../../lib/numbers.ts'
import { GameweekChooser, periodTabs } from '../../ui/GameweekChooser.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Rank, RankMove } from '../../ui/Rank.tsx'
import { Spark } from '../../ui/Spark.tsx'
import { Standings as Board, StandingsBoard, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useLeague } from './api.ts'
import { mostOf, rowApart } from './model.ts'

export const PAGE = 50

interface StandingsProps {
  leagueId: number
  /** The gameweek in play or the last one that was; null before the first of the season. */
  latest: number | null
}

export function Standings({ leagueId, latest }: StandingsProps) {
  const [tab, setTab] = useState('overall')
  const [chosen, choose] = useState<number | null>(null)
  const gameweek = chosen ?? latest
  return (
    <Panel title="Standings" actions={<Small>Match points{tab === 'overall' && ', whole season'}</Small>}>
      <Tabs label="Standings" tabs={periodTabs(gameweek)} selected={tab} onSelect={setTab}>
        {tab === 'overall' || gameweek === null || latest === null ? (
          <StandingsPages key="overall" leagueId={leagueId} latest={latest} />
        ) : (
          <>
            <GameweekChooser last={latest} gameweek={gameweek} onChoose={choose} />
            <StandingsPages key={gameweek} leagueId={leagueId} latest={latest} gameweek={gameweek} />
          </>
        )}
      </Tabs>
    </Panel>
  )
}

interface StandingsPagesProps {
  leagueId: number
  latest: number | null
  /** Absent: the season. */
  gameweek?: number
}

function StandingsPages({ leagueId, latest, gameweek }: StandingsPagesProps) {
  const [offset, setOffset] = useState(0)
  const page = { limit: PAGE, offset, ...(gameweek === undefined ? {} : { gameweek }) }
  return (
    <Loaded
      read={useLeague(leagueId, page)}
      failed="Failed to load standings"
      loading={{ label: 'Loading standings', rows: 8, inset: 'all' }}
    >
      {(league) => (
        <>
          <StandingsTable league={league} latest={latest} gameweek={gameweek} />
          <Pager offset={offset} size={PAGE} total={league.memberCount} word="member" onOffset={setOffset} />
        </>
      )}
    </Loaded>
  )
}

const Table = styled(StandingsBoard)`
  [data-move] {
    width: 3.25rem;
  }
  abbr {
    text-decoration: none;
  }
`

const Since = styled.small`
  display: block;
  font: 400 var(--t1) / 1.3 var(--text);
  color: var(--muted);
  white-space: nowrap;

  [data-you] & {
    color: var(--ink);
  }
  @container page (width < 20rem) {
    white-space: normal;
  }
`

interface StandingsTableProps extends Pick<StandingsPagesProps, 'latest' | 'gameweek'> {
  league: LeagueDetail
}

/** Season standings add movement, the latest gameweeks, and the points since joining of late joiners. */
function StandingsTable({ league: { standings: rows, me }, latest, gameweek }: StandingsTableProps) {
  const isOverall = gameweek === undefined
  const apart = rowApart(rows, me)
  const most = mostOf([...rows, ...(apart ? [apart] : [])])
  // In a new league nobody has points since joining, and every row would say so.
  const hasSince = isOverall && rows.some(({ pointsSinceJoining }) => pointsSinceJoining > 0)
  const hasRecent = isOverall && latest !== null && most !== null
  const columns: Columns<LeagueStanding> = [
    { name: 'Rank', cell: ({ ranking, totalPoints }) => <Rank ranking={ranking} noMedal={totalPoints === 0} /> },
    isOverall && {
      name: 'Movement',
      head: null,
      is: 'move wide',
      cell: ({ movement }) => <RankMove movement={movement} />,
    },
    {
      name: 'Player',
      isRowHead: true,
      cell: (entry) => <StandingsPlayer id={entry.id} person={entry} isYou={entry.id === me?.id} />,
    },
    hasRecent && {
      name: 'Last five',
      is: 'n wide',
      cell: ({ recent }) =>
        recent && <Spark values={recent} most={most} label={`Last five gameweeks: ${recent.join(', ')} points`} />,
    },
    hasRecent && {
      name: 'Gameweek',
      head: <abbr title={`Gameweek ${latest}`}>GW {latest}</abbr>,
      is: 'n',
      cell: ({ recent }) => recent && `+${count(recent.at(-1) ?? 0)}`,
    },
    { name: 'Exact', is: 'n wide', cell: ({ exactScores }) => exactScores },
    { name: 'Accuracy', is: 'n wide', cell: ({ accuracy }) => `${accuracy}%` },
    {
      name: 'Points',
      is: 'n total',
      cell: ({ totalPoints, pointsSinceJoining }) => (
        <>
          {count(totalPoints)}
          {hasSince && pointsSinceJoining !== totalPoints && <Since>{count(pointsSinceJoining)} since joining</Since>}
        </>
      ),
    },
  ]
  const caption = `League standings, ${isOverall ? 'overall' : `gameweek ${gameweek}`}`
  return <Board as={Table} caption={caption} columns={columns} rows={rows} apart={apart} you={me?.id} />
}
