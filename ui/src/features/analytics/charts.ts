import { PLANE, round, type Tick } from '../../lib/plane.ts'

/** How high percent lie between the tens around them, which are twenty apart at least. */
export function percentScale(values: readonly (number | null)[]) {
  const there = values.filter((value) => value !== null)
  const low = Math.max(0, Math.min(80, 10 * Math.floor(Math.min(...there, 100) / 10)))
  const high = Math.min(100, Math.max(low + 20, 10 * Math.ceil(Math.max(...there, 0) / 10)))
  const heightOf = (value: number) => round(PLANE.bottom - ((PLANE.bottom - PLANE.top) * (value - low)) / (high - low))
  const step = high - low > 50 ? 20 : 10
  const ticks: Tick[] = Array.from(
    { length: Math.floor((high - low) / step) + 1 },
    (_, index) => low + index * step,
  ).map((value) => ({ at: heightOf(value), text: `${value}%` }))
  return { heightOf, ticks }
}

/** A bar of a chart. */
export interface BarOf {
  readonly key: string | number
  readonly name: string
  readonly value: number
  /** At its end. */
  readonly text: string
  readonly isYou?: boolean
  /** What it is held against. */
  readonly other?: number
}

/** Columns of a chart. */
export interface ColumnsOf {
  readonly names: readonly string[]
  readonly values: readonly number[]
  /** Of each; null: nothing. */
  readonly others?: readonly (number | null)[]
  /** What stands above a column. */
  readonly shown: (value: number) => string
  /** A figure of the scale. */
  readonly tick: (value: number) => string
}

/** The scale of columns: a figure stands above the highest. */
export function scaleOf(values: readonly number[]): { most: number; top: number; ticks: readonly number[] } {
  const most = Math.max(...values)
  return { most, top: Math.max(1, most) * 1.1, ticks: stepsTo(most) }
}

/** A few round steps from nothing to so much, one at least. */
function stepsTo(most: number): number[] {
  const rough = Math.max(4, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough)!
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => round(index * step))
}

/** Bars below each other: their names at the left, the longest to here. */
export const BARS = { names: 116, left: 124, right: 340, row: 28, height: 20, top: 22 } as const

/** Where so long a bar ends. */
export const lengthOf = (value: number, most: number): number =>
  round(((BARS.right - BARS.left) * Math.max(0, value)) / Math.max(1e-9, most))

/** How high a plane of so many bars is. */
export const barsHeight = (rows: number): number => BARS.top + BARS.row * rows + 8
