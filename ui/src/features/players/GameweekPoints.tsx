import type { PlayerGameweek } from '../../../../src/areas/players/contract.ts'
import { Figure } from '../../ui/Figure.tsx'
import { pointsSummary } from './model.ts'

interface GameweekPointsProps {
  weeks: readonly PlayerGameweek[]
  name: string
  /** The reader's own page, which has nothing to compare. */
  isOwn: boolean
}

/** A player's points by gameweek, with the reader's own points as a line. */
export function GameweekPoints({ weeks, name, isOwn }: GameweekPointsProps) {
  const series = [name, ...(isOwn ? [] : ['You'])]
  return (
    <Figure
      title="Points by gameweek"
      {...pointsSummary(weeks)}
      empty="Starts with the first settled pick."
      plot={{
        kind: 'columns',
        label: `Columns: points of ${name} by gameweek${isOwn ? '' : ', your points as a line'}`,
        series,
      }}
      columns={['Gameweek', ...series]}
      rows={weeks.map(({ gameweek, theirs, yours }) => [gameweek, theirs, ...(isOwn ? [] : [yours])])}
      file="points.csv"
    />
  )
}
