/** Charts are drawn on a plane of this size: within it, figures have room at the left, words below and names at the right. */
export const PLANE = { width: 400, height: 206, top: 16, bottom: 176, words: 196 } as const

/** From where to where columns stand. */
export const COLUMNS = { left: 44, right: 396 } as const

export interface Tick {
  readonly at: number
  readonly text: string
}

/** To a tenth: what is finer nobody sees. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** So few of them that their words stand clear of each other. */
export function everyFew<T>(values: readonly T[], most: number): { readonly value: T; readonly index: number }[] {
  const step = Math.max(1, Math.ceil(values.length / most))
  return values.map((value, index) => ({ value, index })).filter(({ index }) => index % step === 0)
}

interface Column {
  readonly gameweek: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The most of all. */
  readonly isMost: boolean
}

interface ColumnChart {
  readonly columns: readonly Column[]
  readonly points: readonly Tick[]
  readonly weeks: readonly Tick[]
  /** How high so many points are. */
  readonly heightOf: (points: number) => number
}

/** Columns of points by gameweek, in the order in which they are given. `others`: points that have to find room beside them. */
export function columnChart(
  values: readonly { readonly gameweek: number; readonly points: number }[],
  others: readonly number[] = [],
): ColumnChart {
  const highest = Math.max(1, ...values.map(({ points }) => points))
  const most = Math.max(highest, ...others)
  // A figure stands above the highest.
  const y = (points: number) => round(PLANE.bottom - ((PLANE.bottom - PLANE.top) * points) / (most * 1.1))
  const slot = (COLUMNS.right - COLUMNS.left) / Math.max(1, values.length)
  const width = Math.min(40, 0.64 * slot)
  const middle = (index: number) => COLUMNS.left + slot * (index + 0.5)
  const step = most > 100 ? 50 : 25
  return {
    columns: values.map(({ gameweek, points }, index) => ({
      gameweek,
      x: round(middle(index) - width / 2),
      y: y(points),
      width: round(width),
      height: round(PLANE.bottom - y(points)),
      isMost: points === highest,
    })),
    points: Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step).map((points) => ({
      at: y(points),
      text: String(points),
    })),
    weeks: everyFew(values, 13).map(({ value, index }) => ({
      at: round(middle(index)),
      text: String(value.gameweek),
    })),
    heightOf: y,
  }
}
