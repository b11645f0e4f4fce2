import { styled } from 'styled-components'
import { Figure } from '../../ui/Figure.tsx'
import { shortName } from '../../ui/Lines.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { part } from '../../ui/part.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { BARS, type BarOf, barsHeight, type ColumnsOf, lengthOf } from './charts.ts'

type FigureProps = Parameters<typeof Figure>[0]
/** A figure whose marks its chart draws. */
type Drawn<Marks> = Omit<FigureProps, 'children' | 'height' | 'plot'> & Marks

/** In the place of a chart without numbers. */
export function Without({ title, children }: { title: string; children: string }) {
  return (
    <Panel title={title}>
      <PanelBody>
        <Small as="p">{children}</Small>
      </PanelBody>
    </Panel>
  )
}

const drawing = <Loading label="Drawing the chart" rows={1} rowHeight="150px" />

/** The library that draws comes with the first of these charts. */
const BarPlot = part<BarsProps>(() => import('./Plots.tsx').then((module) => module.BarPlot), drawing)
const ColumnPlot = part<ColumnsOf>(() => import('./Plots.tsx').then((module) => module.ColumnPlot), drawing)

interface BarsProps {
  readonly bars: readonly BarOf[]
  /** A line across all, with its name. */
  readonly reference?: { readonly value: number; readonly text: string }
}

/** Bars below each other, each with its name and its figure. */
export function BarFigure({ bars, reference, ...figure }: Drawn<BarsProps>) {
  return <Figure {...figure} plot={<BarPlot bars={bars} reference={reference} />} />
}

/** Few columns beside each other, each with its name and its figure; what others say as a line. */
export function ColumnFigure({ names, values, others, shown, tick, ...figure }: Drawn<ColumnsOf>) {
  return <Figure {...figure} plot={<ColumnPlot {...{ names, values, others, shown, tick }} />} />
}

const Name = styled.text`
  fill: var(--ink);
`

/** Letters of a name beside a line. */
const LETTERS = 14

const Between = styled.path`
  stroke: var(--line-strong);
  stroke-width: 3;
`

const Said = styled.rect`
  fill: var(--chart-2);
`

const Happened = styled.circle`
  fill: var(--chart-1);
`

interface Gap {
  readonly key: string | number
  readonly name: string
  /** In percent. */
  readonly said: number
  readonly happened: number
  readonly text: string
}

/** What was said, a square, and what happened, a dot, on lines below each other. */
export function GapFigure({ gaps, ...figure }: Drawn<{ readonly gaps: readonly Gap[] }>) {
  const height = barsHeight(gaps.length)
  const x = (value: number) => BARS.left + lengthOf(value, 100)
  return (
    <Figure {...figure} height={height}>
      {[0, 50, 100].map((value) => (
        <g key={value}>
          <path data-grid d={`M${x(value)} ${BARS.top - 6}V${height - 8}`} />
          <text data-axis x={x(value)} y={BARS.top - 10} textAnchor="middle">
            {value}%
          </text>
        </g>
      ))}
      {gaps.map(({ key, name, said, happened, text }, index) => {
        const y = BARS.top + BARS.row * index + BARS.height / 2
        return (
          <g key={key}>
            <Name x={BARS.names - 4} y={y + 4} textAnchor="end">
              {shortName(name, LETTERS)}
            </Name>
            <Between d={`M${x(said)} ${y}H${x(happened)}`} />
            <Said x={x(said) - 5} y={y - 5} width={10} height={10} />
            <Happened cx={x(happened)} cy={y} r={5.5} />
            <text data-name x={394} y={y + 5} textAnchor="end">
              {text}
            </text>
          </g>
        )
      })}
    </Figure>
  )
}
