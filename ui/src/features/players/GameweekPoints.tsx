import { styled } from 'styled-components'
import type { PlayerGameweek } from '../../../../src/contracts/players.ts'
import { COLUMNS, columnChart } from '../../lib/plane.ts'
import { Column, Figure, Grid, Legend, Weeks } from '../../ui/Figure.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { pointsSay } from './model.ts'

const TITLE = 'Points by gameweek'

const Own = styled.path`
  stroke: var(--chart-2);
  stroke-width: 2.5;
`

interface GameweekPointsProps {
  weeks: readonly PlayerGameweek[]
  name: string
  /** The reader's own page: there is nothing to compare. */
  isOwn: boolean
}

/** What each gameweek has brought somebody, with the reader's own points as a line. */
export function GameweekPoints({ weeks, name, isOwn }: GameweekPointsProps) {
  const say = pointsSay(weeks)
  if (!say)
    return (
      <Panel title={TITLE}>
        <PanelBody>
          <Small as="p">They begin with the first match that is over.</Small>
        </PanelBody>
      </Panel>
    )
  const own = isOwn ? [] : weeks.map(({ yours }) => yours ?? 0)
  const chart = columnChart(
    weeks.map(({ gameweek, theirs }) => ({ gameweek, points: theirs ?? 0 })),
    own,
  )
  return (
    <Figure
      title={TITLE}
      {...say}
      legend={
        !isOwn && (
          <Legend>
            <span>
              <i aria-hidden />
              {name}
            </span>
            <span>
              <i aria-hidden data-line />
              You
            </span>
          </Legend>
        )
      }
      label={`Columns: points of ${name} by gameweek${isOwn ? '' : ', your points as a line'}`}
      columns={['Gameweek', name, ...(isOwn ? [] : ['You'])]}
      rows={weeks.map(({ gameweek, theirs, yours }) => [gameweek, theirs, ...(isOwn ? [] : [yours])])}
      file="points.csv"
    >
      <Grid lines={chart.points} from={COLUMNS.left} to={COLUMNS.right} />
      <Weeks weeks={chart.weeks} />
      {chart.columns.map(({ gameweek, x, y, width, height, isMost }, index) => {
        const yours = weeks[index]?.yours ?? null
        return (
          <g key={gameweek}>
            <Column x={x} y={y} width={width} height={height} data-most={isMost || undefined} />
            {!isOwn && yours !== null && <Own d={`M${x - 3} ${chart.heightOf(yours)}h${width + 6}`} />}
          </g>
        )
      })}
    </Figure>
  )
}
