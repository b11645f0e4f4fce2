import { styled } from 'styled-components'
import { COLUMNS, columnChart } from '../../lib/plane.ts'
import { Column, Figure, Grid, Legend, Weeks } from '../../ui/Figure.tsx'
import { accuracyChart, accuracySay, LINE, pointsSay, type Week } from './model.ts'

const Line = styled.path`
  fill: none;
  stroke: var(--chart-1);
  stroke-width: 2.5;
  stroke-linejoin: round;
`

const End = styled.circle`
  fill: var(--accent);
  stroke: var(--ink);
  stroke-width: 2;
`

/** How much of each gameweek was right. `accuracy`: of all settled predictions. */
export function AccuracyByWeek({
  title,
  weeks,
  accuracy,
}: {
  title: string
  weeks: readonly Week[]
  accuracy: number
}) {
  const chart = accuracyChart(weeks)
  return (
    <Figure
      title={title}
      lead={`${accuracy}%`}
      say={accuracySay(weeks)}
      label="Line: your accuracy by gameweek"
      columns={['Gameweek', 'Accuracy in %', 'Points']}
      rows={weeks.map((each) => [each.week, each.accuracy, each.points])}
      file="accuracy-by-week.csv"
    >
      <Grid lines={chart.scale} from={LINE.left} to={LINE.right} />
      <Weeks weeks={chart.weeks} />
      <Line d={chart.path} />
      <End cx={chart.end.x} cy={chart.end.y} r={5} />
    </Figure>
  )
}

/** The points of each gameweek's matches. `current`: the gameweek that is being played; null: none. */
export function PointsByWeek({ weeks, current }: { weeks: readonly Week[]; current: number | null }) {
  const { most, rest } = pointsSay(weeks)
  const { columns, points, weeks: names } = columnChart(weeks.map(({ week, points }) => ({ gameweek: week, points })))
  const highest = columns.findLast(({ isMost }) => isMost)
  const isPlayed = columns.some(({ gameweek }) => gameweek === current)
  return (
    <Figure
      title="Points by week"
      lead={most}
      say={rest}
      legend={
        isPlayed && (
          <Legend>
            <span>
              <i aria-hidden />
              You
            </span>
            <span>
              <i aria-hidden data-now />
              This week, so far
            </span>
          </Legend>
        )
      }
      label="Columns: your points by gameweek"
      columns={['Gameweek', 'Points']}
      rows={weeks.map(({ week, points }) => [week, points])}
      file="points-by-week.csv"
    >
      <Grid lines={points} from={COLUMNS.left} to={COLUMNS.right} />
      <Weeks weeks={names} />
      {columns.map(({ gameweek, isMost, ...box }) => (
        <Column key={gameweek} {...box} data-most={isMost || undefined} data-now={gameweek === current || undefined} />
      ))}
      {highest && (
        <text data-name x={highest.x + highest.width / 2} y={highest.y - 5} textAnchor="middle">
          {most}
        </text>
      )}
    </Figure>
  )
}
