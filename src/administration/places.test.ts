import { expect, test } from 'vitest'
import { type Heights, nearer, rankedIn, rankOf, split, startOf } from './places.ts'

const heights: Heights = [
  [30, 1],
  [20, 2],
  [5, 3],
]
/** The points of every player, in their order. */
const players = heights.flatMap(([points, count]) => Array.from({ length: count }, () => points))

test('equal points share a rank: 1, 2, 2, 4', () => {
  expect(players.map((points) => rankOf(heights, points))).toEqual([1, 2, 2, 4, 4, 4])
  expect(rankOf(heights, 0)).toBe(7)
  expect(rankedIn(heights)).toBe(6)
})

test('a page by points begins among those who share the points of its first row', () => {
  for (const order of ['desc', 'asc'] as const) {
    const inOrder = order === 'desc' ? players : players.toReversed()
    for (let offset = 0; offset < inOrder.length; offset++) {
      const start = startOf(heights, order, offset)!
      expect(
        inOrder.filter((points) => (order === 'desc' ? points <= start.points : points >= start.points))[start.offset],
      ).toBe(inOrder[offset])
      expect(start.offset).toBeLessThan(3)
    }
    expect(startOf(heights, order, inOrder.length)).toBeNull()
  }
})

test('pages of two lists behind each other are all of both, each row once', () => {
  const [first, second] = [
    ['a', 'b', 'c', 'd', 'e'],
    ['f', 'g', 'h'],
  ]
  const found = [0, 2, 4, 6, 8].flatMap((offset) => {
    const [one, two] = split(first.length, second.length, { limit: 2, offset })
    return [...first.slice(one.offset, one.offset + one.limit), ...second.slice(two.offset, two.offset + two.limit)]
  })
  expect(found).toEqual([...first, ...second])
})

test('what is nearer to the end is counted from there, and is the same rows', () => {
  const list = Array.from({ length: 23 }, (_, index) => index)
  for (let offset = 0; offset < 30; offset++) {
    const part = nearer(list.length, { limit: 5, offset })
    const from = part.isFromEnd ? list.toReversed() : list
    const rows = from.slice(part.offset, part.offset + part.limit)
    expect(part.isFromEnd ? rows.toReversed() : rows).toEqual(list.slice(offset, offset + 5))
    expect(part.offset).toBeLessThanOrEqual(list.length / 2)
  }
})
