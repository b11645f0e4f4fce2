import { type Places, placesOf, placesOut } from '../../contracts/final-table.ts'
import type { Outcome } from '../fixtures/contract.ts'

/** A match of a season. `result` null: none, so it does not count. An awarded match has no goals. */
export interface TableMatch {
  readonly gameweek: number
  readonly home: number
  readonly away: number
  readonly result: Outcome | null
  readonly homeScore: number | null
  readonly awayScore: number | null
}

/** The parts of a season that its tables after gameweeks depend on. */
export interface SeasonTables {
  readonly matches: readonly TableMatch[]
  readonly deductions: readonly { readonly club: number; readonly points: number }[]
  /** Settled gameweeks, ascending. */
  readonly settled: readonly number[]
}

/** The league table after a settled gameweek, as places by club id. */
export interface PlacesAfter {
  readonly gameweek: number
  readonly places: ReadonlyMap<number, Places>
}

interface ClubRecord {
  points: number
  difference: number
  scored: number
}

/**
 * The tables after each settled gameweek, ascending, with the present results of its matches and of earlier gameweeks: the order of
 * `leagueTable` (src/areas/fixtures/table.ts). Deductions count in all of them.
 */
export function placesAfterGameweeks({ matches, deductions, settled }: SeasonTables): readonly PlacesAfter[] {
  const records = new Map<number, ClubRecord>()
  for (const { home, away } of matches)
    for (const club of [home, away]) records.set(club, { points: 0, difference: 0, scored: 0 })
  for (const { club, points } of deductions) {
    const record = records.get(club)
    if (record) record.points -= points
  }
  const add = (club: number, points: number, scored: number | null, conceded: number | null) => {
    const record = records.get(club)!
    record.points += points
    record.difference += (scored ?? 0) - (conceded ?? 0)
    record.scored += scored ?? 0
  }
  const byGameweek = Map.groupBy(matches, ({ gameweek }) => gameweek)
  const remaining = [...byGameweek.keys()].sort((a, b) => b - a)
  return settled.map((gameweek) => {
    while (remaining.length > 0 && remaining.at(-1)! <= gameweek)
      for (const { home, away, result, homeScore, awayScore } of byGameweek.get(remaining.pop()!)!) {
        if (result === null) continue
        const won = { home: [3, 0], draw: [1, 1], away: [0, 3] } as const
        add(home, won[result][0], homeScore, awayScore)
        add(away, won[result][1], awayScore, homeScore)
      }
    return { gameweek, places: placesIn(records) }
  })
}

/** Places by points, goal difference and goals. Clubs level on all of them share theirs. */
function placesIn(records: ReadonlyMap<number, ClubRecord>): Map<number, Places> {
  const rows = [...records].sort(([, a], [, b]) => inOrder(a, b))
  let position = 1
  return placesOf(
    rows.map(([id, record], index) => {
      if (index > 0 && inOrder(rows[index - 1]![1], record) !== 0) position = index + 1
      return { id, position }
    }),
  )
}

const inOrder = (a: ClubRecord, b: ClubRecord): number =>
  b.points - a.points || b.difference - a.difference || b.scored - a.scored

/**
 * The settled gameweek since which a club has been in a place (from 1), after each settled gameweek. Null: it was elsewhere after the latest
 * one, or no gameweek has settled.
 */
export function inPlaceSince(tables: readonly PlacesAfter[], club: number, place: number): number | null {
  const left = tables.findLastIndex(({ places }) => {
    const own = places.get(club)
    return own === undefined || placesOut(place, own) > 0
  })
  return tables[left + 1]?.gameweek ?? null
}
