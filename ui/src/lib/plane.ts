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

/** From where to where lines run: right of them is room for their names. */
export const LINES = { left: 52, right: 296 } as const
/** Names of lines keep so far from each other. */
const NAME_HEIGHT = 18

/** What a line is drawn from: a value at each place of the scale; null: none. */
interface LineOf {
  readonly id: string | number
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface Line {
  readonly id: string | number
  readonly name: string
  /** As the attribute `d` of a path; a place without a value leaves a gap. */
  readonly path: string
  /** Where it ends, and where its name stands. */
  readonly end: { readonly x: number; readonly y: number; readonly nameY: number }
}

/** Where each of so many places lies; one alone at the right, where the names are. */
const placeOf = (places: number) => (index: number) =>
  round(places < 2 ? LINES.right : LINES.left + ((LINES.right - LINES.left) * index) / (places - 1))

/** Lines over the same places, by how high a value lies. One without a value is none. */
export function linesOf(lines: readonly LineOf[], heightOf: (value: number) => number): Line[] {
  const x = placeOf(lines[0]?.values.length ?? 0)
  return apart(
    lines.flatMap(({ id, name, values }) => {
      const points = values.flatMap((value, index) =>
        value === null ? [] : { x: x(index), y: round(heightOf(value)), isStart: (values[index - 1] ?? null) === null },
      )
      const end = points.at(-1)
      if (end === undefined) return []
      const path = points.map((point) => `${point.isStart ? 'M' : 'L'}${point.x} ${point.y}`).join('')
      return [{ id, name, path, end: { x: end.x, y: end.y, nameY: end.y } }]
    }),
  )
}

/** Lines whose ends lie beside each other have their names below each other, in the same order. */
function apart(lines: readonly Line[]): Line[] {
  const sorted = [...lines].sort((a, b) => a.end.y - b.end.y)
  let floor = Number.NEGATIVE_INFINITY
  const down = sorted.map((line) => {
    floor = Math.max(line.end.nameY, floor + NAME_HEIGHT)
    return { ...line, end: { ...line.end, nameY: floor } }
  })
  const over = Math.max(0, floor - PLANE.bottom)
  const byId = new Map(
    down.map((line) => [line.id, { ...line, end: { ...line.end, nameY: round(line.end.nameY - over) } }]),
  )
  return lines.map(({ id }) => byId.get(id)!)
}

/** The gameweeks below lines, so few that they stand clear of each other. */
export function weekTicks(gameweeks: readonly number[]): Tick[] {
  const x = placeOf(gameweeks.length)
  return everyFew(gameweeks, 6).map(({ value, index }) => ({ at: x(index), text: String(value) }))
}
