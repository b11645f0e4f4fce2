import { describe, expect, test } from 'vitest'
import { duelSummary, headToHeadOf, leagueSummary, pointsSummary } from './model.ts'

const week = (gameweek: number, theirs: number | null, yours: number | null) => ({ gameweek, theirs, yours })

describe('points by gameweek (R151)', () => {
  test('the sum, the mean of the gameweeks with a settled prediction, and the best of them', () => {
    expect(pointsSummary([week(1, 40, null), week(2, 25, 5), week(4, null, 60)])).toEqual({
      lead: '65',
      text: 'match points this season, 33 a gameweek. The best was gameweek 1 with 40.',
    })
    expect(pointsSummary([week(1, null, 40), week(2, 5, 5)])).toEqual({
      lead: '5',
      text: 'match points in gameweek 2.',
    })
    expect(pointsSummary([week(1, null, 40)])).toBeNull()
  })

  test('are compared where both have a settled prediction', () => {
    const weeks = [week(1, 40, 25), week(2, 10, 20), week(3, 15, 15), week(4, null, 90), week(5, 80, null)]
    expect(headToHeadOf(weeks)).toEqual({ yours: 60, theirs: 65, won: 1, level: 1, lost: 1 })
    expect(headToHeadOf([week(4, null, 90)])).toBeNull()
  })
})

test.each([
  [{ won: 5, level: 1, lost: 7 }, 'You won 5 gameweeks, nia won 7, 1 was level.'],
  [{ won: 1, level: 0, lost: 0 }, 'You won 1 gameweek, nia won 0.'],
  [{ won: 0, level: 2, lost: 3 }, 'You won 0 gameweeks, nia won 3, 2 were level.'],
])('the summary of %o', (duel, text) => {
  expect(duelSummary({ ...duel, yours: 0, theirs: 0 }, 'nia')).toBe(text)
})

test.each([
  [[1, 510], [2, 475], '1st, you are 2nd, 35 behind'],
  [[14, 5], [3, 10], '14th, you are 3rd, 5 ahead'],
  [[1, 0], [1, 0], '1st, you are 1st, level'],
] as const)('ranks in a league: %o and %o', ([theirRank, theirPoints], [rank, points], text) => {
  const place = (ranking: number, totalPoints: number) => ({ ranking, totalPoints })
  expect(leagueSummary({ theirs: place(theirRank, theirPoints), yours: place(rank, points) })).toBe(text)
})
