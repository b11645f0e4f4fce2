import { Figure } from '../../ui/Figure.tsx'
import { accuracySummary, pointsSummary, type Week } from './model.ts'

/** Accuracy by gameweek, compared with all players. `accuracy`: over all the reader's settled predictions. */
export function AccuracyByWeek({
  title,
  weeks,
  accuracy,
}: {
  title: string
  weeks: readonly Week[]
  accuracy: number
}) {
  return (
    <Figure
      title={title}
      lead={`${accuracy}%`}
      text={accuracySummary(weeks)}
      plot={{
        kind: 'lines',
        label: 'Lines: your accuracy by gameweek and that of all players',
        series: ['You', 'Field'],
        shown: (percent) => `${percent}%`,
        scale: 'whole',
      }}
      columns={['Gameweek', 'Accuracy in %', 'Field in %', 'Points']}
      rows={weeks.map((each) => [each.week, each.accuracy, each.field.accuracy, each.points])}
      file="accuracy-by-week.csv"
    />
  )
}

/** Match points by gameweek, with the mean of all players as a line. `current`: the gameweek in play; null: none. */
export function PointsByWeek({ weeks, current }: { weeks: readonly Week[]; current: number | null }) {
  const { most, rest } = pointsSummary(weeks)
  return (
    <Figure
      title="Points by week"
      lead={most}
      text={rest}
      plot={{
        kind: 'columns',
        label: 'Columns: your points by gameweek, the average of all players as a line',
        series: ['You', 'Average of all'],
        lit: 'This week, so far',
        marks: weeks.map(({ week, points, field }) => ({
          name: week,
          values: [points, field.points],
          isLit: week === current,
        })),
      }}
      columns={['Gameweek', 'Points', 'Average of all']}
      rows={weeks.map(({ week, points, field }) => [week, points, field.points])}
      file="points-by-week.csv"
    />
  )
}
