import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { GameweekWinner } from '../../../../src/contracts/boards.ts'
import { count, counted } from '../../lib/numbers.ts'
import { COLUMNS } from '../../lib/plane.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Column, Figure, Grid, Legend, Weeks } from '../../ui/Figure.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useWinners } from './api.ts'
import { winnerChart, winnersSay } from './history.ts'

const TITLE = 'Gameweek winners'

/** Rows before all are asked for. */
const FIRST = 6

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

const List = styled.ol`
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s3);
    min-width: 0;
    padding: 8px var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li[data-you] {
    background: var(--you-tint);
    box-shadow:
      inset 4px 0 0 var(--accent),
      inset 5px 0 0 var(--you-line);
  }
  & > li[data-you] small {
    color: var(--ink);
  }
  b {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
  }
  @container page (width < 18rem) {
    & > li {
      gap: var(--s2);
    }
    & [data-size] {
      display: none;
    }
  }
`

const Week = styled.span`
  flex: none;
  min-width: 1.875rem;
  font: var(--b3);
  text-align: center;
  color: var(--muted);
`

const Who = styled.span`
  flex: 1 1 auto;
  min-width: 0;
`

const Points = styled(Num)`
  font-size: var(--t4);
`

/** Who has won each gameweek that is settled, and with how many points. `own`: the reader on the board; null: not ranked. */
export function Winners({ own }: { own: GameweekWinner['winner'] | null }) {
  const { data, error, mutate } = useWinners()
  const say = data && winnersSay(data)
  if (!say)
    return (
      <Panel title={TITLE}>
        {error ? (
          <ErrorState title="Unable to load the winners" onRetry={() => void mutate()} />
        ) : data === undefined ? (
          <Waiting label="Loading winners" rows={FIRST} rowHeight="40px" />
        ) : (
          <EmptyState icon={Trophy} title="No gameweek has been won yet">
            Whoever has most match points when one settles stands here.
          </EmptyState>
        )}
      </Panel>
    )
  return (
    <>
      <WinnersList winners={data} own={own} />
      <WinnersChart winners={data} {...say} />
    </>
  )
}

function WinnersList({
  winners,
  own,
}: {
  winners: readonly GameweekWinner[]
  own: Parameters<typeof Winners>[0]['own']
}) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Panel title={TITLE} actions={<Small>match points of the gameweek</Small>}>
      <List aria-label={TITLE}>
        {(showsAll ? winners : winners.slice(0, FIRST)).map((each) => (
          <WinnerRow key={each.gameweek} won={each} own={each.ownPoints === each.points ? own : null} />
        ))}
      </List>
      {winners.length > FIRST && (
        <PanelFoot>
          <Button block size="sm" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show less' : `Show all ${winners.length}`}
          </Button>
        </PanelFoot>
      )}
    </Panel>
  )
}

/** `own`: the reader is one of them. */
function WinnerRow({ won, own }: { won: GameweekWinner; own: Parameters<typeof Winners>[0]['own'] }) {
  const { username, profileImage } = own ?? won.winner
  return (
    <li data-you={own !== null || undefined}>
      <Week>
        <VisuallyHidden>Gameweek </VisuallyHidden>
        {won.gameweek}
      </Week>
      <Avatar username={username} image={profileImage} isYou={own !== null} size="sm" />
      <Who>
        <b>
          <PlayerName id={own?.id ?? won.winner.id} name={username} isYou={own !== null} />
        </b>
        {won.winners > 1 && <Small as="small">with {counted(won.winners - 1, 'other')}</Small>}
      </Who>
      <Points>
        {count(won.points)}
        <VisuallyHidden> points</VisuallyHidden>
      </Points>
    </li>
  )
}

const Own = styled.path`
  stroke: var(--chart-2);
  stroke-width: 2.5;
`

interface WinnersChartProps {
  winners: readonly GameweekWinner[]
  most: string
  rest: string
}

function WinnersChart({ winners, most, rest }: WinnersChartProps) {
  const { columns, points, weeks } = winnerChart(winners)
  const highest = columns.findLast(({ isMost }) => isMost)
  return (
    <Figure
      title="What it takes to win a gameweek"
      lead={most}
      say={rest}
      legend={
        <Legend>
          <span>
            <i aria-hidden />
            Winner
          </span>
          <span>
            <i aria-hidden data-line />
            You
          </span>
        </Legend>
      }
      label="Columns: points of the winner by gameweek, your points as a line"
      columns={['Gameweek', 'Winner’s points', 'You']}
      rows={winners.toReversed().map((each) => [each.gameweek, each.points, each.ownPoints])}
      file="winners.csv"
    >
      <Grid lines={points} from={COLUMNS.left} to={COLUMNS.right} />
      <Weeks weeks={weeks} />
      {columns.map(({ gameweek, x, y, width, height, isMost, ownY }) => (
        <g key={gameweek}>
          <Column x={x} y={y} width={width} height={height} data-most={isMost || undefined} />
          {ownY !== null && <Own d={`M${x - 3} ${ownY}h${width + 6}`} />}
        </g>
      ))}
      {highest && (
        <text data-name x={highest.x + highest.width / 2} y={highest.y - 5} textAnchor="middle">
          {most}
        </text>
      )}
    </Figure>
  )
}
