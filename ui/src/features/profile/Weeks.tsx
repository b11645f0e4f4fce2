import { styled } from 'styled-components'
import { COLUMNS, columnChart, LINES } from '../../lib/plane.ts'
import { Column, Figure, Grid, Legend, Weeks } from '../../ui/Figure.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { accuracyChart, accuracySay, pointsSay, type Week } from './model.ts'

const Mean = styled.path`
  stroke: var(--chart-2);
  stroke-width: 2.5;
`

/** How much of each gameweek was right, beside everybody's. `accuracy`: of all settled predictions of the reader. */
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
      label="Lines: your accuracy by gameweek and that of all players"
      columns={['Gameweek', 'Accuracy in %', 'Field in %', 'Points']}
      rows={weeks.map((each) => [each.week, each.accuracy, each.field.accuracy, each.points])}
      file="accuracy-by-week.csv"
    >
      <Grid lines={chart.scale} from={46} to={LINES.right} />
      <Weeks weeks={chart.weeks} />
      <Lines lines={chart.lines} />
    </Figure>
  )
}

/** The points of each gameweek's matches, with everybody's mean as a line. `current`: the gameweek that is being played; null: none. */
export function PointsByWeek({ weeks, current }: { weeks: readonly Week[]; current: number | null }) {
  const { most, rest } = pointsSay(weeks)
  const {
    columns,
    points,
    heightOf,
    weeks: names,
  } = columnChart(
    weeks.map(({ week, points }) => ({ gameweek: week, points })),
    weeks.map(({ field }) => field.points),
  )
  const highest = columns.findLast(({ isMost }) => isMost)
  const isPlayed = columns.some(({ gameweek }) => gameweek === current)
  return (
    <Figure
      title="Points by week"
      lead={most}
      say={rest}
      legend={
        <Legend>
          <span>
            <i aria-hidden />
            You
          </span>
          <span>
            <i aria-hidden data-line />
            Mean of all
          </span>
          {isPlayed && (
            <span>
              <i aria-hidden data-now />
              This week, so far
            </span>
          )}
        </Legend>
      }
      label="Columns: your points by gameweek, the mean of all players as a line"
      columns={['Gameweek', 'Points', 'Mean of all']}
      rows={weeks.map(({ week, points, field }) => [week, points, field.points])}
      file="points-by-week.csv"
    >
      <Grid lines={points} from={COLUMNS.left} to={COLUMNS.right} />
      <Weeks weeks={names} />
      {columns.map(({ gameweek, isMost, ...box }, index) => (
        <g key={gameweek}>
          <Column {...box} data-most={isMost || undefined} data-now={gameweek === current || undefined} />
          <Mean d={`M${box.x - 3} ${heightOf(weeks[index]!.field.points)}h${box.width + 6}`} />
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
