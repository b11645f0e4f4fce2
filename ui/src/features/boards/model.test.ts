import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'
import { count } from '../../lib/numbers.ts'
import { movementOf } from '../../ui/movement.ts'
import { accuracyLine, boardRows } from './model.ts'

function entry(id: number): LeaderboardEntry {
  return {
    id,
    username: `player${id}`,
    profileImage: null,
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

describe('the rows of a board', () => {
  const entries = Array.from({ length: 37 }, (_, index) => entry(index + 1))

  test('the first 10, or all of them', () => {
    expect(boardRows(entries, null, false).rows).toHaveLength(10)
    expect(boardRows(entries, null, true).rows).toHaveLength(37)
  })

  test('the own row stands after them where it is not among them', () => {
    expect(boardRows(entries, entry(37), false).own?.id).toBe(37)
    expect(boardRows(entries, entry(37), true).own).toBeNull()
    expect(boardRows(entries, entry(3), false).own).toBeNull()
    expect(boardRows(entries, entry(412), true).own?.id).toBe(412)
  })

  test('a player without a prediction has no row', () => {
    expect(boardRows(entries, null, false).own).toBeNull()
  })
})

describe('what a row says', () => {
  test('accuracy and the number of picks', () => {
    expect(accuracyLine({ accuracy: 61, totalPredictions: 1124 })).toBe('61% of 1,124 picks')
    expect(accuracyLine({ accuracy: 100, totalPredictions: 1 })).toBe('100% of 1 pick')
  })

  test.each([
    [4, 'up', '4', '4 places up'],
    [-1, 'down', '1', '1 place down'],
    [0, 'none', '–', 'no change'],
    [null, 'none', '–', 'not ranked before'],
  ] as const)('movement %s', (movement, direction, text, words) => {
    expect(movementOf(movement)).toEqual({ direction, text, words })
  })

  test('thousands are separated', () => {
    expect(count(1040)).toBe('1,040')
  })
})
