import { styled } from 'styled-components'
import { Figure, Grid, Weeks } from '../../ui/Figure.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { useRankHistory } from './api.ts'
import { type RankLine, rankChart, rankSay } from './history.ts'

const TITLE = 'Your rank, and your rivals’'

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

/* Dash and mark before colour: the reader's is the solid one. */
const Line = styled.path`
  fill: none;
  stroke: var(--chart-1);
  stroke-width: 2.5;
  stroke-linejoin: round;

  &[data-line='2'] {
    stroke: var(--chart-2);
    stroke-dasharray: 5 4;
  }
  &[data-line='3'] {
    stroke: var(--chart-3);
    stroke-dasharray: 2 3;
  }
`

const Mark = styled.path`
  fill: var(--chart-2);

  &[data-line='1'] {
    fill: var(--accent);
    stroke: var(--ink);
    stroke-width: 2;
  }
  &[data-line='3'] {
    fill: var(--chart-3);
  }
`

/** At the end of a line around 0, 0: a dot, a square, a triangle. */
const SHAPES = ['M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z', 'M-4 -4h8v8h-8z', 'M0 -6l6 10h-12z'] as const

/** Longer names are cut in the chart; its table has them whole. */
const LETTERS = 13
const short = (name: string) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name)

interface RankChartProps {
  userId: number
  rivals: readonly number[]
}

/** The reader's rank after each gameweek, as it was shown then, beside those of the players next to them. */
export function RankChart({ userId, rivals }: RankChartProps) {
  const { data, error, mutate } = useRankHistory(rivals)
  if (data === undefined)
    return (
      <Panel title={TITLE}>
        {error ? (
          <ErrorState title="Unable to load your ranks" onRetry={() => void mutate()} />
        ) : (
          <Waiting label="Loading your ranks" rows={1} rowHeight="180px" />
        )}
      </Panel>
    )
  const nameOf = ({ id, username }: { id: number; username: string }) => (id === userId ? 'You' : username)
  const own = data.players.find(({ id }) => id === userId)
  const say = own && rankSay(own.ranks)
  if (!say)
    return (
      <Panel title={TITLE}>
        <PanelBody>
          <Small as="p">They begin with the next gameweek that settles.</Small>
        </PanelBody>
      </Panel>
    )
  const { lines, ranks, weeks } = rankChart(data, nameOf)
  return (
    <Figure
      title={TITLE}
      lead={say.now}
      say={`${say.since} Each step of the scale is ten times better.`.trim()}
      label="Lines: rank after each gameweek, on a logarithmic scale"
      columns={['After gameweek', ...data.players.map(nameOf)]}
      rows={data.gameweeks.map((gameweek, index) => [gameweek, ...data.players.map((player) => player.ranks[index]!)])}
      file="ranks.csv"
    >
      <Grid lines={ranks} from={46} to={296} />
      <Weeks weeks={weeks} />
      {/* The reader's lies above the others. */}
      {lines
        .map((line, index) => ({ line, nth: index + 1 }))
        .reverse()
        .map(({ line, nth }) => (
          <Drawn key={line.id} line={line} nth={nth} />
        ))}
    </Figure>
  )
}

function Drawn({ line: { path, end, name }, nth }: { line: RankLine; nth: number }) {
  return (
    <g>
      <Line data-line={nth} d={path} />
      <Mark data-line={nth} d={SHAPES[nth - 1]} transform={`translate(${end.x} ${end.y})`} />
      <text data-name x={end.x + 11} y={end.nameY + 5}>
        {short(name)}
      </text>
    </g>
  )
}
