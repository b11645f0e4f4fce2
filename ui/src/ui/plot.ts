export interface Mark {
  readonly name: string | number
  /** One value per series; null: no value. */
  readonly values: readonly (number | null)[]
  /** Highlighted in lime: the reader's own, or not finished. */
  readonly isLit?: boolean
  readonly text?: string
}

/** Declares a chart. `Chart.tsx` loads recharts and draws it. */
export interface Plot {
  /** `gaps`: the first value as a square, the second as a dot, joined by a line. */
  readonly kind: 'lines' | 'columns' | 'bars' | 'gaps'
  readonly label: string
  /**
   * Names of the series. Lines start with the reader's own if it is called `You`. In columns the second series is a
   * line across them, in bars a second bar.
   */
  readonly series: readonly string[]
  /** The data, if it differs from the first columns of the table. */
  readonly marks?: readonly Mark[]
  /** Formats values; by default like the second column of the table. */
  readonly shown?: (value: number) => string
  /**
   * Scale of lines: `whole` 0 to 100 %, `close` the range around the values (default), `ranks` logarithmic with the
   * first rank at the top, `gap` around 0, for differences of points.
   */
  readonly scale?: 'whole' | 'close' | 'ranks' | 'gap'
  readonly lit?: string
  readonly reference?: { readonly value: number; readonly text: string }
}

const LETTERS = 14

/** Shortens a name for a chart; its table has the full name. */
export const shortName = (name: string, letters = LETTERS): string =>
  name.length > letters ? `${name.slice(0, letters - 1)}…` : name

/** Number of letters of a name that take up at most two fifths of a chart's width in px. */
export const lettersIn = (width: number): number => Math.max(LETTERS, Math.floor((0.4 * width) / 6.5))

/** Height of a label in a column chart, with its distance to a line. */
const LABEL = 20

/**
 * Baselines of the labels of a column and of the line across it, from the tops of both. Each label is beside its own,
 * and no line runs through one: the column's label is above it, or inside if the line is just above; the line's label is
 * above the line, or below if the line crosses the column.
 */
export function columnLabels(top: number, line: number | null): { readonly bar: number; readonly line: number } {
  if (line === null || line > top) return { bar: top - 5, line: (line ?? top) + LABEL - 4 }
  return { bar: top - line < LABEL + 2 ? top + LABEL - 4 : top - 5, line: line - 5 }
}

const ticksTo = (low: number, high: number, step: number) =>
  Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step)

/**
 * Returns domain and ticks of a scale. `close`: rounded to tens, spanning at least twenty. `ranks`: from the first to
 * the worst rank, at least the tenth. `gap`: steps of at least ten, at most four on a side.
 */
export function scaleOf(scale: NonNullable<Plot['scale']>, values: readonly number[]) {
  if (scale === 'whole') return { domain: [0, 100], ticks: ticksTo(0, 100, 25) }
  if (scale === 'ranks') {
    const last = Math.max(10, ...values)
    return { domain: [1, last], ticks: ticksTo(0, Math.log10(last), 1).map((power) => 10 ** power) }
  }
  if (scale === 'gap') {
    const step = Math.max(10, 10 * Math.ceil(Math.max(...values.map(Math.abs), 0) / 40))
    const [low, high] = [
      Math.floor(Math.min(...values, 0) / step) * step,
      Math.ceil(Math.max(...values, 0) / step) * step,
    ]
    const domain = low === high ? [low, low + step] : [low, high]
    return { domain, ticks: ticksTo(domain[0]!, domain[1]!, step) }
  }
  const low = Math.max(0, Math.min(80, 10 * Math.floor(Math.min(...values, 100) / 10)))
  const high = Math.min(100, Math.max(low + 20, 10 * Math.ceil(Math.max(...values, 0) / 10)))
  return { domain: [low, high], ticks: ticksTo(low, high, high - low > 50 ? 20 : 10) }
}

/** Moves positions at least `gap` apart, downwards first. Keeps their order, and none exceeds `bottom`. */
export function apart(positions: readonly number[], gap: number, bottom: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => positions[a]! - positions[b]!)
  const moved = [...positions]
  order.forEach((index, nth) => {
    if (nth > 0) moved[index] = Math.max(moved[index]!, moved[order[nth - 1]!]! + gap)
  })
  const over = Math.max(0, (moved[order.at(-1)!] ?? 0) - bottom)
  return moved.map((position) => position - over)
}
