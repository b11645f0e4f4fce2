import { Bar, BarChart, CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts'
import { styled } from 'styled-components'
import { PLANE } from '../../lib/plane.ts'
import { Column } from '../../ui/Figure.tsx'
import { shortName } from '../../ui/Lines.tsx'
import { BARS, type BarOf, barsHeight, type ColumnsOf, scaleOf } from './charts.ts'

/* Whatever width there is: the plane is drawn once and scaled, as other figures are. */
const Scaled = styled.div`
  .recharts-wrapper {
    width: 100% !important;
    height: auto !important;
  }
  .recharts-surface {
    display: block;
    width: 100%;
    height: auto;
  }
`

/** What others say, across a bar or a column. */
const Other = styled.path`
  stroke: var(--chart-2);
  stroke-width: 2.5;
`

/** Letters of a name beside a bar. */
const LETTERS = 14

/** What recharts says of a bar to whoever draws it. */
interface Place {
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly index?: number
}

const axis = { axisLine: false, tickLine: false, interval: 0 } as const

interface BarPlotProps {
  readonly bars: readonly BarOf[]
  /** A line across all, with its name. */
  readonly reference?: { readonly value: number; readonly text: string }
}

/** Bars below each other, each with its name and its figure. */
export function BarPlot({ bars, reference }: BarPlotProps) {
  const most = Math.max(1e-9, reference?.value ?? 0, ...bars.flatMap(({ value, other = 0 }) => [value, other]))
  const lengthOf = (value: number) => ((BARS.right - BARS.left) * Math.max(0, value)) / most
  const data = bars.map((bar, at) => ({ ...bar, at, length: Math.max(0, bar.value) }))

  const drawn = ({ x = 0, y = 0, width = 0, height = 0, index = 0 }: Place) => {
    const { text, isYou, other } = bars[index]!
    const end = x + Math.max(width, lengthOf(other ?? 0))
    return (
      <g>
        <Column x={x} y={y} width={width} height={height} data-now={isYou || undefined} />
        {other !== undefined && <Other d={`M${x + lengthOf(other)} ${y - 3}v${height + 6}`} />}
        <text data-name x={end + 7} y={y + 15}>
          {text}
        </text>
      </g>
    )
  }

  return (
    <Scaled>
      <BarChart
        layout="vertical"
        width={PLANE.width}
        height={barsHeight(bars.length)}
        data={data}
        margin={{ top: BARS.top - 4, right: PLANE.width - BARS.right, bottom: 4, left: 0 }}
        barSize={BARS.height}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, most]} />
        <YAxis
          {...axis}
          type="category"
          dataKey="at"
          width={BARS.left}
          tick={{ fill: 'var(--ink)' }}
          tickFormatter={(at: number) => shortName(bars[at]!.name, LETTERS)}
        />
        <Bar dataKey="length" shape={drawn} isAnimationActive={false} />
        {reference && (
          <ReferenceLine
            x={reference.value}
            stroke="var(--ink)"
            strokeWidth={1.5}
            strokeDasharray="3 3"
            label={{ value: reference.text, position: 'top', fill: 'var(--muted)' }}
          />
        )}
      </BarChart>
    </Scaled>
  )
}

/** Few columns beside each other, each with its name and its figure; what others say as a line. */
export function ColumnPlot({ names, values, others, shown, tick }: ColumnsOf) {
  const { most, top, ticks } = scaleOf([...values, ...(others ?? []).map((value) => value ?? 0)])
  const highest = Math.max(...values)
  const data = names.map((name, at) => ({ at, name, value: values[at]! }))
  const riseOf = (value: number) => ((PLANE.bottom - PLANE.top) * value) / top

  const drawn = ({ x = 0, y = 0, width = 0, height = 0, index = 0 }: Place) => {
    const other = others?.[index] ?? null
    const across = other === null ? y : PLANE.bottom - riseOf(other)
    return (
      <g>
        <Column x={x} y={y} width={width} height={height} data-most={values[index] === highest || undefined} />
        {other !== null && <Other d={`M${x - 4} ${across}h${width + 8}`} />}
        <text data-name x={x + width / 2} y={Math.min(y, across) - 5} textAnchor="middle">
          {shown(values[index]!)}
        </text>
      </g>
    )
  }

  return (
    <Scaled>
      <BarChart
        width={PLANE.width}
        height={PLANE.height}
        data={data}
        margin={{ top: PLANE.top, right: PLANE.width - 396, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        maxBarSize={76}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...axis}
          dataKey="at"
          height={PLANE.height - PLANE.bottom}
          tick={{ fill: 'var(--muted)' }}
          tickFormatter={(at: number) => names[at]!}
        />
        <YAxis
          {...axis}
          width={44}
          domain={[0, top]}
          ticks={ticks.filter((value) => value <= most)}
          tick={{ fill: 'var(--muted)' }}
          tickFormatter={tick}
        />
        <Bar dataKey="value" shape={drawn} isAnimationActive={false} />
      </BarChart>
    </Scaled>
  )
}
