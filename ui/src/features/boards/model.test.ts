import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { named } from '../../../../test/support/named.ts'
import { count } from '../../lib/numbers.ts'
import { movementOf } from '../../ui/movement.ts'
import { boardRows, placeText, queryOf, tableRows, toNextRank, viewOf } from './model.ts'

function entry(id: number): LeaderboardEntry {
  return {
    id,
    ...named(`player${id}`),
    ranking: id,
    totalPoints: 1000 - id,
    exactScores: 1,
    correctPredictions: 5,
    settledPredictions: 10,
    totalPredictions: 12,
    accuracy: 50,
    movement: 0,
    achievementCount: 12,
  }
}

test.each([
  [{ ranking: 1, of: 42 }, 'Top 3%'],
  [{ ranking: 22, of: 42 }, '22nd of 42'],
  [{ ranking: 1042, of: 1042 }, '1,042nd of 1,042'],
  [{ ranking: 5, of: 10 }, 'Top 50%'],
  [{ ranking: 3, of: 9 }, '3rd of 9'],
])('a place, %o, is a percentage in the better half of ten players or more', ({ ranking, of }, text) => {
  expect(placeText({ me: { ...entry(1), ranking }, total: of })).toBe(text)
  expect(placeText({ me: null, total: of })).toBeNull()
})

describe('the rows of a board', () => {
  const entries = Array.from({ length: 37 }, (_, index) => entry(index + 1))

  test('the first 10, or all of them', () => {
    expect(boardRows(entries, null, false).rows).toHaveLength(10)
    expect(boardRows(entries, null, true).rows).toHaveLength(37)
  })

  test('the reader’s row follows if it is not among them', () => {
    expect(boardRows(entries, entry(37), false).own?.id).toBe(37)
    expect(boardRows(entries, entry(37), true).own).toBeNull()
    expect(boardRows(entries, entry(3), false).own).toBeNull()
    expect(boardRows(entries, entry(412), true).own?.id).toBe(412)
  })

  test('a player without a prediction has no row', () => {
    expect(boardRows(entries, null, false).own).toBeNull()
  })
})

describe('the texts of a row', () => {
  test.each([
    [4, 'up', '4', '4 places up'],
    [-1, 'down', '1', '1 place down'],
    [0, 'none', '–', 'no change'],
    [null, 'none', '–', 'no earlier rank'],
  ] as const)('movement %s', (movement, direction, text, words) => {
    expect(movementOf(movement)).toEqual({ direction, text, words })
  })

  test('thousands are separated', () => {
    expect(count(1040)).toBe('1,040')
  })
})

describe('the page of the whole board', () => {
  test.each([
    ['', { gameweek: null, from: 0, name: '' }],
    ['from=me', { gameweek: null, from: 'me', name: '' }],
    ['gameweek=12&from=26&name=mar', { gameweek: 12, from: 25, name: 'mar' }],
  ] as const)('the view is stored in the URL: %s', (query, view) => {
    expect(viewOf(new URLSearchParams(query))).toEqual(view)
    expect(new URLSearchParams(queryOf(view)).toString()).toBe(query)
  })

  test('a URL without parameters shows the first page of the season', () => {
    expect(viewOf(new URLSearchParams('gameweek=39&from=-4'))).toEqual({ gameweek: null, from: 0, name: '' })
  })

  const entries = Array.from({ length: 60 }, (_, index) => entry(index + 1))

  test('the first ranks precede a later page, with a button for the ranks between', () => {
    const shown = tableRows(entries.slice(0, 3), entries.slice(20, 45), 20, entry(33))
    expect(shown.lead.map(({ id }) => id)).toEqual([1, 2, 3])
    expect([shown.between, shown.rows[0]!.id, shown.apart]).toEqual(['Places 4 to 20', 21, null])
  })

  test('adjacent rows have no gap, and none appears twice', () => {
    expect(tableRows(entries.slice(0, 3), entries.slice(3, 28), 3, null).between).toBeNull()
    expect(tableRows(entries.slice(0, 3), entries.slice(2, 27), 2, null).lead.map(({ id }) => id)).toEqual([1, 2])
    expect(tableRows([], entries.slice(0, 25), 0, entry(50)).apart?.id).toBe(50)
  })

  test('the next rank is that of the nearest row with more points', () => {
    const tied = [entry(1), { ...entry(2), totalPoints: 990 }, { ...entry(3), totalPoints: 990 }]
    expect(toNextRank(tied, tied[2]!)).toEqual({ rank: 1, points: 9 })
    expect(toNextRank(tied, tied[0]!)).toBeNull()
  })
})
