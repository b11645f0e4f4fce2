import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { LeagueDetail, LeaguePicks } from '../../../../src/areas/leagues/contract.ts'
import { JOKER_FACTOR } from '../../../../src/contracts/league-scoring.ts'
import { count, counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { GameweekChooser } from '../../ui/GameweekChooser.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { ScrollBox } from '../../ui/ScrollBox.ts'
import { rankColumn, Standings } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { type Columns, Table } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { soFar } from './model.ts'
import { PAGE, reads } from './reads.ts'

type PicksRow = LeaguePicks['rows'][number]
type Pick = PicksRow['picks'][number]

const Summary = styled.p`
  padding: var(--s3) var(--s4);
  border-bottom: 1px solid var(--line);
`

const Scroll = styled(ScrollBox)`
  max-height: none;
`

const Grid = styled(Table)`
  th,
  td {
    padding-inline: 6px;
  }
  td[data-match],
  th[data-match] {
    min-width: 3.25rem;
    padding-inline: 2px;
    text-align: center;
  }
  /* The player stays beside the matches. */
  tr > :nth-child(2) {
    position: sticky;
    left: 0;
    z-index: 1;
    min-width: 6.5rem;
    max-width: 9rem;
    overflow-wrap: anywhere;
    background: var(--surface);
  }
  tr[data-you] > :nth-child(2) {
    background: linear-gradient(var(--you-tint) 0 0), var(--surface);
  }
`

const Match = styled.span`
  display: grid;
  justify-items: center;
  font: 600 var(--t2) / 1.05 var(--board);
  color: var(--ink);

  a > [aria-hidden] {
    display: block;
    text-align: center;
  }
  small {
    font: 500 var(--t1) / 1.2 var(--text);
    color: var(--muted);
    white-space: nowrap;
  }
`

/* Marked by shape first, then by colour: exact filled, correct outlined, wrong bare. */
const Mark = styled.span`
  display: inline-block;
  min-width: 2.5rem;
  padding: 2px 4px 3px;
  font: 600 var(--t3) / 1.1 var(--board);
  white-space: nowrap;

  &[data-verdict='exact'] {
    background: var(--lit);
    color: var(--lit-num);
  }
  &[data-verdict='correct'] {
    box-shadow: inset 0 0 0 1.5px var(--ink);
  }
  &[data-verdict='wrong'],
  &[data-verdict='void'] {
    color: var(--muted);
  }
  @media (forced-colors: active) {
    &[data-verdict='exact'],
    &[data-verdict='correct'] {
      border: 1px solid;
    }
  }
`

const Twice = styled.small`
  display: block;
  font: 600 var(--t1) / 1.1 var(--board);
`

const None = styled.span`
  color: var(--muted);

  svg {
    width: 14px;
    height: 14px;
  }
`

const Legend = styled(PanelFoot)`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2) var(--s4);
  font-size: var(--t1);
  color: var(--muted);

  ${Mark} {
    min-width: 1.25rem;
    min-height: 1rem;
    margin-right: 4px;
    vertical-align: middle;
  }
`

interface PicksProps {
  league: LeagueDetail
  userId: number
}

/** The current gameweek so far, and each member's revealed picks of its matches (docs/rules.md R152). */
export function Picks({ league: { id, latestGameweek: last, memberCount }, userId }: PicksProps) {
  const [chosen, choose] = useState<number | null>(null)
  const gameweek = chosen ?? last
  return (
    <Panel title={gameweek === null ? 'Picks' : `Gameweek ${gameweek}`}>
      {gameweek === null || last === null ? (
        <EmptyState title="No gameweek has begun" action={<PlayLink />}>
          Everyone’s picks appear here once a match has closed.
        </EmptyState>
      ) : (
        <>
          <GameweekChooser last={last} gameweek={gameweek} onChoose={choose} />
          <PicksPages key={gameweek} leagueId={id} gameweek={gameweek} memberCount={memberCount} userId={userId} />
        </>
      )}
    </Panel>
  )
}

interface PagesProps {
  leagueId: number
  gameweek: number
  memberCount: number
  userId: number
}

function PicksPages({ leagueId, gameweek, memberCount, userId }: PagesProps) {
  const [offset, setOffset] = useState(0)
  const read = useSWR<LeaguePicks>(reads.picks.key(leagueId, gameweek, offset), { keepPreviousData: true })
  return (
    <Loaded
      read={read}
      failed="Failed to load the picks"
      loading={{ label: 'Loading the picks', rows: 6, inset: 'all' }}
    >
      {(picks) => (
        <>
          {offset === 0 && <Summary>{soFar(picks)}</Summary>}
          <PicksTable picks={picks} isStale={read.isLoading} userId={userId} />
          <Pager offset={offset} size={PAGE} total={memberCount} word="member" onOffset={setOffset} />
          <Legend>
            <span>
              <Mark data-verdict="exact" aria-hidden />
              Exact score
            </span>
            <span>
              <Mark data-verdict="correct" aria-hidden />
              Correct result
            </span>
            {picks.rows.some((row) => row.picks.some(({ joker }) => joker)) && <span>×{JOKER_FACTOR} Joker</span>}
            <span>Picks are sealed until their match closes.</span>
          </Legend>
        </>
      )}
    </Loaded>
  )
}

interface PicksTableProps {
  picks: LeaguePicks
  isStale: boolean
  userId: number
}

function PicksTable({ picks: { gameweek, fixtures, rows, me }, isStale, userId }: PicksTableProps) {
  const apart = me && !rows.some(({ id }) => id === me.id) ? me : null
  const shown = apart ? [...rows, apart] : rows
  const isRevealed = (fixture: Fixture) =>
    shown.some(({ picks }) => picks.some(({ fixtureId }) => fixtureId === fixture.id)) || isClosed(fixture)
  const caption = `Picks of gameweek ${gameweek}`
  const columns: Columns<PicksRow> = [
    rankColumn,
    {
      name: 'Player',
      isRowHead: true,
      cell: ({ id, username }) => <PlayerName id={id} name={username} isYou={id === userId} />,
    },
    { name: 'Points', is: 'n total', cell: ({ totalPoints }) => count(totalPoints) },
    ...fixtures.map((fixture) => ({
      name: `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`,
      head: <Head fixture={fixture} />,
      is: 'match',
      cell: ({ picks }: PicksRow) =>
        isRevealed(fixture) ? <PickCell pick={picks.find(({ fixtureId }) => fixtureId === fixture.id)} /> : <Sealed />,
    })),
  ]
  return (
    <Scroll tabIndex={0} role="group" aria-label={caption}>
      <Standings
        as={Grid}
        caption={caption}
        columns={columns}
        isStale={isStale}
        rows={rows}
        apart={apart}
        you={userId}
      />
    </Scroll>
  )
}

/** Its picks are revealed, so those without one have none. A result or a cancellation before the cutoff reveals none. */
const isClosed = ({ isOpen, cutoffTime }: Fixture): boolean =>
  !isOpen && cutoffTime !== null && Date.parse(cutoffTime) <= serverNow()

function Head({ fixture: { id, homeTeam, awayTeam, homeScore, awayScore, status } }: { fixture: Fixture }) {
  const off = status === 'POSTPONED' || status === 'CANCELLED'
  return (
    <Match>
      <MatchLink id={id}>
        <VisuallyHidden>
          {homeTeam.shortName} v {awayTeam.shortName}
        </VisuallyHidden>
        <span aria-hidden>{homeTeam.code}</span>
        <span aria-hidden>{awayTeam.code}</span>
      </MatchLink>
      <small>{homeScore === null ? (off ? 'Off' : '–') : `${homeScore}–${awayScore}`}</small>
    </Match>
  )
}

const WORDS = { home: 'Home', draw: 'Draw', away: 'Away' } as const

function PickCell({ pick }: { pick: Pick | undefined }) {
  if (pick === undefined)
    return (
      <None>
        <span aria-hidden>–</span>
        <VisuallyHidden>No pick</VisuallyHidden>
      </None>
    )
  const { predictedResult, predictedHomeScore, predictedAwayScore, pointsEarned, verdict, joker } = pick
  return (
    <Mark data-verdict={verdict ?? undefined}>
      {predictedHomeScore === null ? WORDS[predictedResult] : `${predictedHomeScore}–${predictedAwayScore}`}
      {pointsEarned !== null && <VisuallyHidden>, {counted(pointsEarned, 'point')}</VisuallyHidden>}
      {joker && (
        <Twice>
          <VisuallyHidden>, joker </VisuallyHidden>×{JOKER_FACTOR}
        </Twice>
      )}
    </Mark>
  )
}

function Sealed() {
  return (
    <None>
      <LockKeyhole aria-hidden />
      <VisuallyHidden>Sealed</VisuallyHidden>
    </None>
  )
}
