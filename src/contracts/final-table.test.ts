import { describe, expect, test } from 'vitest'
import { finalTableTitle, placesOf, placesOut, scoreOf } from './final-table.ts'

const CLUBS = Array.from({ length: 20 }, (_, index) => 100 + index)
/** A table without level clubs, in this order. */
const tableOf = (ids: readonly number[]) => placesOf(ids.map((id, index) => ({ id, position: index + 1 })))

describe('a final table pays by club (R286)', () => {
  const [first, second, third, fourth] = CLUBS as [number, number, number, number]

  test('10 in its exact place, 5 one place out, 2 two places out, nothing further away', () => {
    const real = tableOf([first, second, third, fourth])
    expect(scoreOf([first, second, third, fourth], real)).toEqual({ points: 40, spotOn: 4 })
    expect(scoreOf([second, first, third, fourth], real)).toEqual({ points: 30, spotOn: 2 })
    // Two out, exact, two out, exact.
    expect(scoreOf([third, second, first, fourth], real)).toEqual({ points: 24, spotOn: 2 })
    // Three out, one out three times.
    expect(scoreOf([second, third, fourth, first], real)).toEqual({ points: 15, spotOn: 0 })
  })

  test('at most 200', () => {
    expect(scoreOf(CLUBS, tableOf(CLUBS))).toEqual({ points: 200, spotOn: 20 })
  })

  test('level clubs share their places: either order is exact', () => {
    const real = placesOf([first, second, third].map((id, index) => ({ id, position: index === 0 ? 1 : 2 })))
    for (const order of [
      [first, second, third],
      [first, third, second],
    ])
      expect(scoreOf(order, real)).toEqual({ points: 30, spotOn: 3 })
    expect(scoreOf([third, first, second], real)).toEqual({ points: 20, spotOn: 1 })
    expect([2, 3, 4, 5, 6].map((predicted) => placesOut(predicted, { first: 3, last: 5 }))).toEqual([1, 0, 0, 0, 1])
  })

  test('a club that is in no place, such as one of another season, pays nothing', () => {
    expect(scoreOf([99, second, first], tableOf([first, second]))).toEqual({ points: 12, spotOn: 1 })
  })
})

test('the title has the season', () => {
  expect(['2026-27', 'demo', null].map(finalTableTitle)).toEqual([
    'Final table 2026–27',
    'Final table, demo season',
    'Final table',
  ])
})
