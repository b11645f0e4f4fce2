import { styled } from 'styled-components'
import { PLANE } from '../../lib/plane.ts'
import { Column, Figure, Grid } from '../../ui/Figure.tsx'
import { shortName } from '../../ui/Lines.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { BARS, barsHeight, columnsOf, lengthOf, stepsTo } from './charts.ts'

type FigureProps = Parameters<typeof Figure>[0]
/** A figure whose marks its chart draws. */
type Drawn<Marks> = Omit<FigureProps, 'children' | 'height'> & Marks

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

/** What others say, across a bar or a column. */
const Other = styled.path`
  stroke: var(--chart-2);
  stroke-width: 2.5;
`

const Reference = styled.path`
  fill: none;
  stroke: var(--ink);
  stroke-width: 1.5;
  stroke-dasharray: 3 3;
`

const Name = styled.text`
  fill: var(--ink);
`

/** Letters of a name beside a bar. */
const LETTERS = 14

interface Bar {
  readonly key: string | number
  readonly name: string
  readonly value: number
  /** At its end. */
  readonly text: string
  readonly isYou?: boolean
  /** What it is held against. */
  readonly other?: number
}

interface BarsProps {
  readonly bars: readonly Bar[]
  /** A line across all, with its name. */
  readonly reference?: { readonly value: number; readonly text: string }
}

/** Bars below each other, each with its name and its figure. */
export function BarFigure({ bars, reference, ...figure }: Drawn<BarsProps>) {
  const most = Math.max(...bars.flatMap(({ value, other = 0 }) => [value, other]), reference?.value ?? 0)
  const height = barsHeight(bars.length)
  const at = BARS.left + lengthOf(reference?.value ?? 0, most)
  return (
    <Figure {...figure} height={height}>
      {bars.map(({ key, name, value, text, isYou, other }, index) => {
        const y = BARS.top + BARS.row * index
        const end = BARS.left + Math.max(lengthOf(value, most), lengthOf(other ?? 0, most))
        return (
          <g key={key}>
            <Name x={BARS.names} y={y + 14} textAnchor="end">
              {shortName(name, LETTERS)}
            </Name>
            <Column
              x={BARS.left}
              y={y}
              width={lengthOf(value, most)}
              height={BARS.height}
              data-now={isYou || undefined}
            />
            {other !== undefined && <Other d={`M${BARS.left + lengthOf(other, most)} ${y - 3}v${BARS.height + 6}`} />}
            <text data-name x={end + 7} y={y + 15}>
              {text}
            </text>
          </g>
        )
      })}
      {reference && (
        <>
          <Reference d={`M${at} ${BARS.top - 6}V${height - 4}`} />
          <text data-axis x={at} y={BARS.top - 10} textAnchor="middle">
            {reference.text}
          </text>
        </>
      )}
    </Figure>
  )
}

interface ColumnsProps {
  readonly names: readonly string[]
  readonly values: readonly number[]
  /** Of each; null: nothing. */
  readonly others?: readonly (number | null)[]
  /** What stands above a column. */
  readonly shown: (value: number) => string
  /** A figure of the scale. */
  readonly tick: (value: number) => string
}

/** Few columns beside each other, each with its name and its figure; what others say as a line. */
export function ColumnFigure({ names, values, others, shown, tick, ...figure }: Drawn<ColumnsProps>) {
  const most = Math.max(...values, ...(others ?? []).map((value) => value ?? 0))
  const { columns, width, heightOf } = columnsOf(values, most)
  const highest = Math.max(...values)
  return (
    <Figure {...figure}>
      <Grid lines={stepsTo(most).map((value) => ({ at: heightOf(value), text: tick(value) }))} from={44} to={396} />
      {columns.map(({ middle, x, y, height }, index) => {
        const other = others?.[index] ?? null
        return (
          <g key={names[index]}>
            <Column x={x} y={y} width={width} height={height} data-most={values[index] === highest || undefined} />
            {other !== null && <Other d={`M${x - 4} ${heightOf(other)}h${width + 8}`} />}
            <text data-axis x={middle} y={PLANE.words} textAnchor="middle">
              {names[index]}
            </text>
            <text data-name x={middle} y={Math.min(y, other === null ? y : heightOf(other)) - 5} textAnchor="middle">
              {shown(values[index]!)}
            </text>
          </g>
        )
      })}
    </Figure>
  )
}

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
