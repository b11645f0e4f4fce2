export interface Mark {
  readonly name: string | number
  /** One for each series; null: none. */
  readonly values: readonly (number | null)[]
  /** Drawn in lime: the reader's own, or not over yet. */
  readonly isLit?: boolean
  readonly text?: string
}

/** Declares a chart; `Chart.tsx`, which loads recharts, draws it. */
export interface Plot {
  /** `gaps`: the first value a square, the second a dot, with a line between them. */
  readonly kind: 'lines' | 'columns' | 'bars' | 'gaps'
  readonly label: string
  /** The name of each series. Lines begin with the reader's own where it is called `You`; the second series of columns and bars is a line across them. */
  readonly series: readonly string[]
  /** The data, where it differs from the first columns of the table. */
  readonly marks?: readonly Mark[]
  /** Formats values; by default as the second column of the table does. */
  readonly shown?: (value: number) => string
  /** Of lines: all percentages, those around the values (the default), or ranks on a logarithmic scale with the first at the top. */
  readonly scale?: 'whole' | 'close' | 'ranks'
  readonly lit?: string
  readonly reference?: { readonly value: number; readonly text: string }
}

const LETTERS = 14

/** Longer names are cut in a chart; its table has them whole. */
export const shortName = (name: string): string => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name)

const ticksTo = (low: number, high: number, step: number) =>
  Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step)

/** Close percentages: the tens around them, at least twenty apart. Ranks: from the first to the worst, at least the tenth. */
export function scaleOf(scale: NonNullable<Plot['scale']>, values: readonly number[]) {
  if (scale === 'whole') return { domain: [0, 100], ticks: ticksTo(0, 100, 25) }
  if (scale === 'ranks') {
    const last = Math.max(10, ...values)
    return { domain: [1, last], ticks: ticksTo(0, Math.log10(last), 1).map((power) => 10 ** power) }
  }
  const low = Math.max(0, Math.min(80, 10 * Math.floor(Math.min(...values, 100) / 10)))
  const high = Math.min(100, Math.max(low + 20, 10 * Math.ceil(Math.max(...values, 0) / 10)))
  return { domain: [low, high], ticks: ticksTo(low, high, high - low > 50 ? 20 : 10) }
}

/** Moves positions apart, downwards first: at least `gap` between them, in the same order, none below `bottom`. */
export function apart(positions: readonly number[], gap: number, bottom: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => positions[a]! - positions[b]!)
  const moved = [...positions]
  order.forEach((index, nth) => {
    if (nth > 0) moved[index] = Math.max(moved[index]!, moved[order[nth - 1]!]! + gap)
  })
  const over = Math.max(0, (moved[order.at(-1)!] ?? 0) - bottom)
  return moved.map((position) => position - over)
}
