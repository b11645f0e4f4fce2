import { type ReactNode, useState } from 'react'
import { styled } from 'styled-components'
import type { LeagueDetail, LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { count } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { GameweekChooser, periodTabs } from '../../ui/GameweekChooser.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RankMove } from '../../ui/Rank.tsx'
import { NowTag } from '../../ui/SoFar.ts'
import { Spark } from '../../ui/Spark.tsx'
import { Standings as Board, playerColumn, rankColumn, StandingsBoard } from '../../ui/StandingsBoard.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useLeague } from './api.ts'
import { Manage } from './Manage.tsx'
import { mostOf, rowApart } from './model.ts'
import { PAGE } from './reads.ts'

interface StandingsProps {
  league: LeagueDetail
  userId: number
  /** The standings with the matches under way; null while nothing is on. */
  live: ReactNode
}

const TabTag = styled(NowTag)`
  font: inherit;
`

const NOW = { id: 'now', label: <TabTag>Right now</TabTag> }

/**
 * All members of a league by points, with their roles and dates of joining, and the actions of its admin. The matches
 * under way are a tab, because they would push the rows down when they begin, and up when they end.
 */
export function Standings({ league: { id: leagueId, latestGameweek: latest, adminId }, userId, live }: StandingsProps) {
  const [selected, setTab] = useState(live ? NOW.id : 'overall')
  const tab = selected === NOW.id && !live ? 'overall' : selected
  const [chosen, choose] = useState<number | null>(null)
  const gameweek = chosen ?? latest
  return (
    <Panel
      title="Standings"
      actions={
        tab === NOW.id ? (
          <NowTag>As it stands</NowTag>
        ) : (
          <Small>Match points{tab === 'overall' && ', whole season'}</Small>
        )
      }
    >
      <Tabs
        label="Standings"
        tabs={live ? [...periodTabs(gameweek), NOW] : periodTabs(gameweek)}
        selected={tab}
        onSelect={setTab}
      >
        {tab === NOW.id ? (
          live
        ) : tab === 'overall' || gameweek === null || latest === null ? (
          <StandingsPages key="overall" leagueId={leagueId} canManage={adminId === userId} />
        ) : (
          <>
            <GameweekChooser last={latest} gameweek={gameweek} onChoose={choose} />
            <StandingsPages key={gameweek} leagueId={leagueId} gameweek={gameweek} />
          </>
        )}
      </Tabs>
    </Panel>
  )
}

interface StandingsPagesProps {
  leagueId: number
  /** Absent: the season. */
  gameweek?: number
  canManage?: boolean
}

function StandingsPages({ leagueId, gameweek, canManage = false }: StandingsPagesProps) {
  const [offset, setOffset] = useState(0)
  const page = { limit: PAGE, offset, ...(gameweek === undefined ? {} : { gameweek }) }
  const read = useLeague(leagueId, page)
  return (
    <Loaded
      read={read}
      failed="Failed to load standings"
      loading={{ label: 'Loading standings', rows: 8, inset: 'all' }}
    >
      {(league) => (
        <>
          <StandingsTable league={league} isStale={read.isLoading} gameweek={gameweek} canManage={canManage} />
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
  [data-manage] {
    width: 2.75rem;
    padding-left: 0;
  }
  abbr {
    text-decoration: none;
  }
  @container page (width < 44rem) {
    [data-wide] {
      display: none;
    }
  }
  /* Gives its place to the admin's button. */
  @container page (width < 28rem) {
    [data-gain] {
      padding-inline: 2px;
    }
    &:has([data-manage]) [data-gain] {
      display: none;
    }
  }
  @container page (width <= 20rem) {
    [data-gain] {
      display: none;
    }
  }
`

const Note = styled.small`
  display: block;
  font: 400 var(--t1) / 1.3 var(--text);
  color: var(--muted);
  white-space: nowrap;

  [data-you] & {
    color: var(--ink);
  }
  @container page (width < 24rem) {
    white-space: normal;
  }
`

interface StandingsTableProps extends Pick<StandingsPagesProps, 'gameweek'> {
  league: LeagueDetail
  isStale: boolean
  canManage: boolean
}

/** Season standings add movement, the latest gameweeks, membership, and the points since joining of late joiners. */
function StandingsTable({ league, isStale, gameweek, canManage }: StandingsTableProps) {
  const { standings: rows, me, latestGameweek: latest } = league
  const isOverall = gameweek === undefined
  const apart = rowApart(rows, me)
  const most = mostOf([...rows, ...(apart ? [apart] : [])])
  // In a new league all rows would show 0.
  const hasSince = isOverall && rows.some(({ pointsSinceJoining }) => pointsSinceJoining > 0)
  const hasRecent = isOverall && latest !== null && most !== null
  const columns: Columns<LeagueStanding> = [
    rankColumn,
    isOverall && {
      name: 'Movement',
      head: null,
      is: 'move wide',
      cell: ({ movement }) => <RankMove movement={movement} />,
    },
    playerColumn(
      me?.id,
      ({ role, joinedAt }) =>
        isOverall && (
          <>
            {role === 'admin' && (
              <>
                {' '}
                <AdminBadge />
              </>
            )}
            <Note>Joined {dateText(joinedAt)}</Note>
          </>
        ),
    ),
    hasRecent && {
      name: 'Last five',
      is: 'n wide',
      cell: ({ recent }) =>
        recent && <Spark values={recent} most={most} label={`Last five gameweeks: ${recent.join(', ')} points`} />,
    },
    hasRecent && {
      name: 'Gameweek',
      head: <abbr title={`Gameweek ${latest}`}>GW {latest}</abbr>,
      is: 'n gain',
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
          {hasSince && pointsSinceJoining !== totalPoints && <Note>{count(pointsSinceJoining)} since joining</Note>}
        </>
      ),
    },
    canManage && {
      name: 'Manage',
      head: null,
      is: 'manage',
      cell: (member) => member.id !== me?.id && <Manage league={league} member={member} />,
    },
  ]
  const caption = `League standings, ${isOverall ? 'overall' : `gameweek ${gameweek}`}`
  return (
    <Board as={Table} caption={caption} columns={columns} isStale={isStale} rows={rows} apart={apart} you={me?.id} />
  )
}
