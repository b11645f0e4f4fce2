import type { FinalTable, FinalTableClub } from '../../../../src/areas/final-table/contract.ts'
import { placePoints, placesOut } from '../../../../src/contracts/final-table.ts'
import { ordinal } from '../../lib/numbers.ts'

export type Order = readonly number[]

const byName = (a: FinalTableClub, b: FinalTableClub) => a.name.localeCompare(b.name, 'en-GB')

export const alphabetical = (clubs: readonly FinalTableClub[]): Order => clubs.toSorted(byName).map(({ id }) => id)

/** The order of the season before; the clubs that came up are last. Null: it is unknown. */
export function lastOrder(clubs: readonly FinalTableClub[]): Order | null {
  if (clubs.every(({ lastSeason }) => lastSeason === null)) return null
  const last = ({ lastSeason }: FinalTableClub) => lastSeason ?? clubs.length + 1
  return clubs.toSorted((a, b) => last(a) - last(b) || byName(a, b)).map(({ id }) => id)
}

/** The order with a club moved to an index, which is limited to the list. The same list if nothing moves. */
export function moved(order: Order, id: number, to: number): Order {
  const at = order.indexOf(id)
  const target = Math.max(0, Math.min(order.length - 1, to))
  if (at === target) return order
  return order.toSpliced(at, 1).toSpliced(target, 0, id)
}

/** Number of places with another club. */
export const changedPlaces = (order: Order, saved: Order): number => order.filter((id, at) => saved[at] !== id).length

/** A stored order, if it still has each of the clubs once. */
export function orderIn(text: string | null, clubs: readonly FinalTableClub[]): Order | null {
  try {
    const order: unknown = JSON.parse(text ?? 'null')
    if (!Array.isArray(order) || order.length !== clubs.length) return null
    return clubs.every(({ id }) => order.includes(id)) ? order : null
  } catch {
    return null
  }
}

/** Label of the line above a place, in a table of twenty clubs. */
export const zoneAt = (index: number, clubs: number): string | undefined =>
  clubs !== 20 ? undefined : index === 4 ? 'Mid-table' : index === 17 ? 'Relegated' : undefined

/** A club of a prediction, compared with its places. */
export interface Compared {
  readonly club: FinalTableClub
  /** From 1. */
  readonly place: number
  /** null: the clubs have no places yet. */
  readonly out: number | null
  readonly points: number | null
}

export function compared(order: Order, clubs: readonly FinalTableClub[]): readonly Compared[] {
  const byId = new Map(clubs.map((club) => [club.id, club]))
  return order.flatMap((id, index) => {
    const club = byId.get(id)
    if (!club) return []
    const out = club.places && placesOut(index + 1, club.places)
    return [{ club, place: index + 1, out, points: out === null ? null : placePoints(out) }]
  })
}

/** `now 12th, 10 out`, `finished 1st`, `now 2nd equal` */
export function placeText({ club: { places }, out }: Compared, isFinal: boolean): string | null {
  if (places === null) return null
  const level = places.last > places.first ? ' equal' : ''
  return `${isFinal ? 'finished' : 'now'} ${ordinal(places.first)}${level}${out ? `, ${out} out` : ''}`
}

/** The highest club in its exact place, and the two furthest from theirs. */
export function bestAndWorst(rows: readonly Compared[]): readonly Compared[] {
  const best = rows.find(({ out }) => out === 0)
  const worst = rows
    .filter(({ points }) => points === 0)
    .toSorted((a, b) => b.out! - a.out!)
    .slice(0, 2)
  return [...(best ? [best] : []), ...worst]
}

/** `spot on since gameweek 7`, `spot on all season` */
export function spotOnText({ inPlace }: Pick<NonNullable<FinalTable['own']>, 'inPlace'>, clubId: number): string {
  const since = inPlace.find((each) => each.clubId === clubId)?.since ?? null
  return since === null ? 'spot on' : since === 1 ? 'spot on all season' : `spot on since gameweek ${since}`
}

/** Rounded down, so it is never 100. Null for the only player. */
export const betterThan = ({ own, total }: Pick<FinalTable, 'own' | 'total'>): number | null =>
  own?.score && total > 1 ? Math.floor((100 * (total - own.score.rank)) / total) : null
