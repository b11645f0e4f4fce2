import { expect, test } from 'vitest'
import { forwards, type Heights, nearest, rankedIn, rankOf, STEP, split, startOf } from './histogram-ranks.ts'

const heights: Heights = [
  [30, 1],
  [20, 2],
  [5, 3],
]
/** The points of every player, in board order. */
const players = heights.flatMap(([points, count]) => Array.from({ length: count }, () => points))

test('equal points share a rank: 1, 2, 2, 4', () => {
  expect(players.map((points) => rankOf(heights, points))).toEqual([1, 2, 2, 4, 4, 4])
  expect(rankOf(heights, 0)).toBe(7)
  expect(rankedIn(heights)).toBe(6)
})

test('a page by points starts within the group of players with equal points', () => {
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

test('pages of two concatenated lists contain each row once', () => {
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

test('R147: a page of a list in either order starts at the preceding mark', () => {
  const list = Array.from({ length: 2 * STEP + 23 }, (_, index) => index)
  const marks = list.filter((index) => index % STEP === 0).map((id) => ({ key: `name-${id}`, id }))
  for (const order of ['asc', 'desc'] as const)
    for (let offset = 0; offset < list.length + 10; offset += 3) {
      const page = forwards(list.length, { limit: 5, offset }, order)
      const near = nearest(marks, page.offset)
      const from = near ? near.mark.id + near.offset : list.length
      const rows = list.slice(from, from + page.limit)
      const inOrder = order === 'asc' ? list : list.toReversed()
      expect(order === 'asc' ? rows : rows.toReversed()).toEqual(inOrder.slice(offset, offset + 5))
    }
  expect(nearest(marks, 3 * STEP)).toBeNull()
  expect(nearest([], 0)).toBeNull()
})
