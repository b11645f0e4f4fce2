/** Points for a club by its places out: 0, 1 or 2 (docs/rules.md R286). */
export const PLACE_POINTS = [10, 5, 2] as const

/** Name of a season’s final table; null: no season. */
export const finalTableTitle = (season: string | null): string =>
  season === null
    ? 'Final table'
    : season === 'demo'
      ? 'Final table, demo season'
      : `Final table ${season.replace('-', '–')}`

/** Places of a club in a table. Clubs level on everything share the places from `first` to `last`. */
export interface Places {
  readonly first: number
  readonly last: number
}

/** Points of a prediction, and its number of clubs in their exact places. */
interface FinalTableScore {
  readonly points: number
  readonly spotOn: number
}

/** Number of places between a predicted place and those of the club. */
export const placesOut = (predicted: number, { first, last }: Places): number =>
  Math.max(first - predicted, predicted - last, 0)

export const placePoints = (out: number): number => PLACE_POINTS[out] ?? 0

/** Places by club id, from table positions that level clubs share. */
export function placesOf(rows: readonly { readonly id: number; readonly position: number }[]) {
  const sharing = (position: number) => rows.filter((row) => row.position === position).length
  return new Map<number, Places>(
    rows.map(({ id, position }) => [id, { first: position, last: position + sharing(position) - 1 }]),
  )
}

/** The score of clubs in predicted order. `scoredTables` (src/areas/final-table/scoring.ts) implements it in SQL. */
export function scoreOf(clubIds: readonly number[], places: ReadonlyMap<number, Places>): FinalTableScore {
  const outs = clubIds.flatMap((id, index) => {
    const own = places.get(id)
    return own ? [placesOut(index + 1, own)] : []
  })
  return {
    points: outs.reduce((sum, out) => sum + placePoints(out), 0),
    spotOn: outs.filter((out) => out === 0).length,
  }
}
