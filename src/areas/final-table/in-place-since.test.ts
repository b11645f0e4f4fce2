import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { realSeason } from '../../../test/support/fixtures-app.ts'
import { outcomeOf } from '../../contracts/points.ts'
import { parseOpenfootball } from '../fixtures/sources/openfootball.ts'
import { inPlaceSince, placesAfterGameweeks, type TableMatch } from './in-place-since.ts'

const match = (gameweek: number, home: number, away: number, homeScore: number, awayScore: number): TableMatch => ({
  ...{ gameweek, home, away, homeScore, awayScore, result: outcomeOf(homeScore, awayScore) },
})
const [A, B, C, D] = [1, 2, 3, 4]
const season = {
  matches: [
    ...[match(1, A, B, 1, 0), match(1, C, D, 2, 0)],
    ...[match(2, A, C, 1, 0), match(2, B, D, 0, 0)],
    ...[match(3, A, D, 0, 1), match(3, B, C, 0, 3)],
  ],
  deductions: [],
  settled: [1, 2, 3],
}
const orderOf = (of: Parameters<typeof placesAfterGameweeks>[0]) =>
  placesAfterGameweeks(of).map(({ gameweek, places }) => [
    gameweek,
    [A, B, C, D].map((id) => `${places.get(id)!.first}-${places.get(id)!.last}`).join(' '),
  ])

describe('the tables after settled gameweeks (R281)', () => {
  test('count points, goal difference and goals; level clubs share their places', () => {
    expect(orderOf(season)).toEqual([
      [1, '2-2 3-3 1-1 4-4'],
      [2, '1-1 3-3 2-2 4-4'],
      [3, '2-2 4-4 1-1 3-3'],
    ])
    const level = { matches: [match(1, A, B, 1, 1), match(1, C, D, 1, 1)], deductions: [], settled: [1] }
    expect(orderOf(level)).toEqual([[1, '1-4 1-4 1-4 1-4']])
  })

  test('contain the matches of their gameweek and earlier ones, whenever they were played', () => {
    expect(orderOf({ ...season, settled: [2] })).toEqual([[2, '1-1 3-3 2-2 4-4']])
    const postponed = season.matches.map((each) =>
      each.gameweek === 1 && each.home === C ? { ...each, result: null, homeScore: null, awayScore: null } : each,
    )
    expect(orderOf({ ...season, matches: postponed, settled: [1] })).toEqual([[1, '1-1 4-4 2-3 2-3']])
  })

  test('count deductions, and awarded matches without goals', () => {
    expect(orderOf({ ...season, deductions: [{ club: C, points: 4 }], settled: [1] })).toEqual([[1, '1-1 2-2 4-4 3-3']])
    const awarded: TableMatch = { ...match(1, C, D, 0, 0), result: 'away', homeScore: null, awayScore: null }
    expect(orderOf({ ...season, matches: [match(1, A, B, 1, 0), awarded], settled: [1] })).toEqual([
      [1, '1-1 4-4 3-3 2-2'],
    ])
  })
})

describe('the gameweek since which a club has been in its place (R281)', () => {
  const tables = placesAfterGameweeks(season)
  test.each([
    ['from the first gameweek on', B, 3, null],
    ['again after another place', C, 1, 3],
    ['not after the latest gameweek', A, 1, null],
    ['since the latest one', B, 4, 3],
  ])('%s', (_, club, place, since) => expect(inPlaceSince(tables, club, place)).toBe(since))

  test('it is the first settled one if the club never left, and null without a settled one', () => {
    expect(inPlaceSince(tables.slice(0, 2), B, 3)).toBe(1)
    expect(inPlaceSince([], B, 3)).toBeNull()
  })

  test('a shared place counts', () => {
    const level = placesAfterGameweeks({ matches: [match(1, A, B, 1, 1)], deductions: [], settled: [1] })
    expect([inPlaceSince(level, A, 2), inPlaceSince(level, B, 1)]).toEqual([1, 1])
  })
})

const file = realSeason('2024-25')
test.skipIf(file === null)(
  '2024-25: Liverpool led from gameweek 10 on, Southampton were last from 11 on (R281)',
  () => {
    const { matches } = parseOpenfootball(readFileSync(file!, 'utf8'), Date.parse('2025-07-01T00:00:00.000Z'))
    const clubs = [...new Set(matches.map(({ home }) => home))]
    const tables = placesAfterGameweeks({
      matches: matches.map(({ gameweek, home, away, score }) =>
        match(gameweek, clubs.indexOf(home), clubs.indexOf(away), score!.home, score!.away),
      ),
      ...{ deductions: [], settled: Array.from({ length: 38 }, (_, index) => index + 1) },
    })
    const since = (club: string, place: number) => inPlaceSince(tables, clubs.indexOf(club), place)
    expect([since('Liverpool FC', 1), since('Arsenal FC', 2), since('Southampton FC', 20)]).toEqual([10, 18, 11])
    expect([since('Chelsea FC', 4), since('Chelsea FC', 3)]).toEqual([38, null])
  },
)
