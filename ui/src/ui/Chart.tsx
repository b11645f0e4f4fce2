import type { KeyboardEvent } from 'react'
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  type DotItemDotProps,
  getNiceTickValues,
  Line,
  LineChart,
  ReferenceLine,
  Tooltip,
  type TooltipContentProps,
  useChartWidth,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts'
import { styled } from 'styled-components'
import { apart, columnLabels, lettersIn, type Mark, type Plot, scaleOf, shortName } from './plot.ts'

/* System colours would not fit, since charts need their own background. Text grows with the root font size as far as
   the width allows. */
const Box = styled.div`
  height: 100%;
  font: 500 min(0.75rem, 4cqi) var(--text);
  background: var(--surface);
  forced-color-adjust: none;

  /* recharts measures its labels to the pixel, and text may be a fraction wider. */
  .recharts-surface {
    overflow: visible;
  }
  .recharts-cartesian-axis-tick-value {
    fill: var(--muted);
  }
  .recharts-cartesian-grid line {
    stroke: var(--line);
  }
  .names {
    font: 600 min(1rem, 5.5cqi) var(--board);
    fill: var(--ink);
    paint-order: stroke;
    stroke: var(--surface);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  .labels {
    fill: var(--ink);
  }
  .names[data-other] {
    fill: var(--chart-2);
  }
  .names[data-pair] {
    font-size: min(0.875rem, 5cqi);
  }
  .recharts-line-curve {
    stroke-width: 2.5;
    stroke-linejoin: round;
  }
`

const Bubble = styled.div`
  padding: 5px 10px;
  font: 500 var(--t1) var(--text);
  background: var(--lit);
  color: var(--on-lit);
  white-space: nowrap;

  b {
    display: block;
  }
`

interface DrawnPlot extends Plot {
  readonly marks: readonly Mark[]
  readonly shown: (value: number) => string
  readonly unit: string
}

/** Draws the chart that a `Figure` declares. The arrow keys read out a focused chart value by value. */
export function Chart(plot: DrawnPlot) {
  const isAcross = plot.kind === 'lines' || plot.kind === 'columns'
  return (
    <Box onKeyDownCapture={isAcross ? undefined : turnKey}>
      {plot.kind === 'lines' ? <Lines {...plot} /> : <Bars {...plot} />}
    </Box>
  )
}

/* In vertical lists of bars, recharts 3.10 moves to the next bar on the left arrow and ignores up and down. */
const TURNED: Readonly<Record<string, string>> = {
  ...{ ArrowRight: 'ArrowLeft', ArrowDown: 'ArrowLeft' },
  ...{ ArrowLeft: 'ArrowRight', ArrowUp: 'ArrowRight' },
}

function turnKey(event: KeyboardEvent): void {
  const key = TURNED[event.key]
  if (key === undefined || !event.isTrusted) return
  event.preventDefault()
  event.stopPropagation()
  event.target.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }))
}

const FILL = { width: '100%', height: '100%' }
/** Ticks have no decimals: `50%` where values are `50.0%`. */
const tickOf = (shown: DrawnPlot['shown']) => (value: number) => shown(value).replace(/\.0\b/, '')

const NAMES = { dataKey: 'name', type: 'category' } as const
const axis = { axisLine: false, tickLine: false } as const

const tooltip = (plot: DrawnPlot) => (
  <Tooltip
    isAnimationActive={false}
    cursor={plot.kind === 'lines' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--surface-2)' }}
    content={({ active, payload }: TooltipContentProps) => {
      const mark: Mark | undefined = active ? payload[0]?.payload : undefined
      return (
        <Bubble role="status" aria-live="assertive">
          {mark && (
            <>
              <b>{typeof mark.name === 'number' ? `${plot.unit} ${mark.name}` : mark.name}</b>
              {plot.series.map((name, nth) => {
                const value = mark.values[nth] ?? null
                return (
                  <div key={name}>
                    {name}: {value === null ? '–' : plot.shown(value)}
                  </div>
                )
              })}
            </>
          )}
        </Bubble>
      )
    }}
  />
)

/* Lines differ by dash and marker first, then by colour. The reader's line is solid with the lime dot. */
const STYLES = [
  { stroke: 'var(--chart-1)', dash: undefined, mark: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z' },
  { stroke: 'var(--chart-2)', dash: '5 4', mark: 'M-4 -4h8v8h-8z' },
  { stroke: 'var(--chart-3)', dash: '2 3', mark: 'M0 -6l6 10h-12z' },
] as const

function Lines(plot: DrawnPlot) {
  const { marks, series, scale = 'close', shown } = plot
  const offset = series[0] === 'You' ? 0 : 1
  const lines = series
    .map((name, nth) => ({ name, nth, last: marks.findLastIndex(({ values }) => values[nth] != null) }))
    .filter(({ last }) => last >= 0)
  const all = marks.flatMap(({ values }) => values.filter((value) => value !== null))
  const range = { ...scaleOf(scale, all), ...(scale === 'ranks' && { scale: 'log' as const, reversed: true }) }
  return (
    <LineChart
      responsive
      style={FILL}
      data={[...marks]}
      margin={{ top: 12, right: 4, bottom: 0, left: 0 }}
      aria-label={plot.label}
    >
      <CartesianGrid vertical={false} />
      <XAxis
        {...axis}
        dataKey="name"
        interval="equidistantPreserveStart"
        minTickGap={8}
        padding={{ left: 8, right: 10 }}
      />
      <YAxis {...axis} {...range} width="auto" interval={0} tickFormatter={tickOf(shown)} />
      <YAxis
        {...axis}
        {...NAMES}
        yAxisId="names"
        orientation="right"
        width="auto"
        interval={0}
        tick={({ x, index }) =>
          index === 0 && (
            <Names
              x={Number(x)}
              lines={lines.map(({ name, nth, last }) => ({ name, end: marks[last]!.values[nth]! }))}
            />
          )
        }
      />
      {tooltip(plot)}
      {lines.toReversed().map(({ nth, last }) => {
        const { stroke, dash, mark } = STYLES[nth + offset]!
        return (
          <Line
            key={nth}
            dataKey={({ values }: Mark) => values[nth]}
            stroke={stroke}
            strokeDasharray={dash}
            isAnimationActive={false}
            activeDot={false}
            dot={({ index, cx, cy }: DotItemDotProps) =>
              index === last && (
                <path
                  key={index}
                  d={mark}
                  transform={`translate(${cx} ${cy})`}
                  {...(nth + offset === 0
                    ? { fill: 'var(--accent)', stroke: 'var(--ink)', strokeWidth: 2, strokeDasharray: 'none' }
                    : { fill: stroke })}
                />
              )
            }
          />
        )
      })}
    </LineChart>
  )
}

function Names({ x, lines }: { x: number; lines: readonly { name: string; end: number }[] }) {
  const [scale, area] = [useYAxisScale(), usePlotArea()]
  if (!scale || !area) return null
  const gap = 1.1 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const positions = apart(
    lines.map(({ end }) => Number(scale(end))),
    gap,
    area.y + area.height,
  )
  return (
    <g className="recharts-cartesian-axis-tick-value">
      {lines.map(({ name }, index) => (
        <text key={name} className="names" x={x} y={positions[index]} dy="0.35em">
          {shortName(name)}
        </text>
      ))}
    </g>
  )
}

/** Above this number of columns, only the highest one is labelled. */
const FEW = 6

function Bars(plot: DrawnPlot) {
  const { kind, marks, shown, reference } = plot
  const isColumns = kind === 'columns'
  const isPairs = kind === 'bars' && plot.series.length > 1
  const values = marks.flatMap((mark) => mark.values.filter((value) => value !== null))
  const ticks = kind === 'gaps' ? [0, 50, 100] : getNiceTickValues([0, Math.max(1, ...values)], 5, false)
  const most = isColumns || kind === 'gaps' ? ticks.at(-1)! : Math.max(1e-9, 1.05 * (reference?.value ?? 0), ...values)
  const numbers = { type: 'number' as const, domain: [0, most], ticks, tickFormatter: tickOf(shown) }
  return (
    <BarChart
      responsive
      style={FILL}
      layout={isColumns ? 'horizontal' : 'vertical'}
      data={[...marks]}
      margin={{ top: isColumns ? 24 : 0, right: isPairs ? PAIR_NUMBERS : 4, bottom: 0, left: 0 }}
      barCategoryGap={isColumns ? '18%' : '15%'}
      aria-label={plot.label}
    >
      {kind !== 'bars' && <CartesianGrid vertical={!isColumns} horizontal={isColumns} />}
      {isColumns ? (
        <>
          <XAxis
            {...axis}
            {...NAMES}
            interval={typeof marks[0]?.name === 'string' ? 0 : 'equidistantPreserveStart'}
            minTickGap={8}
          />
          <YAxis {...axis} {...numbers} width="auto" />
        </>
      ) : (
        <>
          <XAxis {...axis} {...numbers} hide={kind === 'bars'} orientation="top" height={28} />
          <NamesAxis />
          {!isPairs && (
            <YAxis
              {...axis}
              {...NAMES}
              yAxisId="values"
              tick={{ className: 'names' }}
              orientation="right"
              width="auto"
              interval={0}
              tickFormatter={(_, index) => marks[index]!.text ?? shown(marks[index]!.values[0]!)}
            />
          )}
        </>
      )}
      {tooltip(plot)}
      <Bar
        dataKey={({ values }: Mark) => (kind === 'gaps' ? values : (values[0] ?? 0))}
        maxBarSize={isColumns ? 76 : undefined}
        isAnimationActive={false}
        shape={(bar: BarShapeProps) =>
          kind === 'gaps' ? (
            <Gap {...bar} />
          ) : isPairs ? (
            <Pair bar={bar} most={most} plot={plot} />
          ) : (
            <Block bar={bar} most={most} plot={plot} />
          )
        }
      />
      {reference && <ReferenceLine x={reference.value} stroke="var(--ink)" strokeWidth={1.5} strokeDasharray="3 3" />}
    </BarChart>
  )
}

/** Names of the bars, as long as the width allows. */
function NamesAxis() {
  const letters = lettersIn(useChartWidth() ?? 0)
  return (
    <YAxis
      {...axis}
      {...NAMES}
      tick={{ className: 'labels' }}
      width="auto"
      interval={0}
      tickFormatter={(name: string) => shortName(name, letters)}
    />
  )
}

/** Room for the numbers at the ends of paired bars. */
const PAIR_NUMBERS = 56

/** Two bars, one per series, each with its number at its end. */
function Pair({ bar, most, plot: { marks, shown } }: BlockProps) {
  const { x, y, height, originalDataIndex: index } = bar
  const area = usePlotArea() ?? { x: 0, y: 0, width: 0, height: 0 }
  const each = (height - 2) / 2
  return marks[index]!.values.map((value, nth) => {
    if (value === null) return null
    const [top, length] = [y + nth * (each + 2), (area.width * value) / most]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: one bar per series
      <g key={nth}>
        <rect x={x} y={top} width={length} height={each} fill={nth === 0 ? 'var(--line-strong)' : 'var(--chart-2)'} />
        <text
          className="names"
          data-pair
          data-other={nth === 1 || undefined}
          x={x + length + 6}
          y={top + each / 2}
          dy="0.35em"
        >
          {shown(value)}
        </text>
      </g>
    )
  })
}

interface BlockProps {
  readonly bar: BarShapeProps
  /** Highest value of the scale. */
  readonly most: number
  readonly plot: DrawnPlot
}

function Block({ bar, most, plot: { kind, marks, shown } }: BlockProps) {
  const { x, y, width, height, originalDataIndex: index } = bar
  const area = usePlotArea() ?? { x: 0, y: 0, width: 0, height: 0 }
  const { values, isLit } = marks[index]!
  const [value, other] = [values[0] ?? 0, values[1] ?? null]
  const highest = Math.max(...marks.map((mark) => mark.values[0] ?? 0))
  const isColumn = kind === 'columns'
  const isHighest = isColumn && value === highest
  const across = area.y + area.height * (1 - (other ?? 0) / most)
  const fill = isLit
    ? { fill: 'var(--accent)', stroke: 'var(--ink)', strokeWidth: 1.5 }
    : { fill: isHighest ? 'var(--chart-1)' : 'var(--line-strong)' }
  const isNamed =
    isColumn && (marks.length <= FEW || index === marks.findLastIndex((mark) => mark.values[0] === highest))
  const labels = columnLabels(y, other === null ? null : across)
  const label = { className: 'names', x: x + width / 2, textAnchor: 'middle' } as const
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} {...fill} />
      {other !== null && <path d={`M${x - 3} ${across}h${width + 6}`} stroke="var(--chart-2)" strokeWidth={2.5} />}
      {isNamed && (
        <text {...label} y={labels.bar}>
          {values[0] == null ? '–' : shown(value)}
        </text>
      )}
      {isNamed && other !== null && (
        <text {...label} data-other y={labels.line}>
          {shown(other)}
        </text>
      )}
    </g>
  )
}

function Gap({ x, y, width, height }: BarShapeProps) {
  const middle = y + height / 2
  return (
    <g>
      <path d={`M${x} ${middle}h${width}`} stroke="var(--line-strong)" strokeWidth={3} />
      <rect x={x - 5} y={middle - 5} width={10} height={10} fill="var(--chart-2)" />
      <circle cx={x + width} cy={middle} r={5.5} fill="var(--chart-1)" />
    </g>
  )
}
