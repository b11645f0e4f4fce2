import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import type { FixtureStatus } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'
import { bestGameweek, numbersOf, winnersText } from './season.ts'

const VERDICTS: Readonly<Record<number, Verdict>> = { 15: 'exact', 5: 'correct', 0: 'wrong' }

const pick = (
  gameweek: number,
  pointsEarned: number | null,
  { status = 'FINISHED' as FixtureStatus, season = '2025-26' } = {},
) => {
  const verdict = pointsEarned === null ? null : VERDICTS[pointsEarned]!
  return { pointsEarned, verdict, fixture: { gameweek, status, season } } as Prediction
}

describe('totals of picks', () => {
  test('counts points, exact scores and correct results of settled picks', () => {
    const picks = [pick(1, 15), pick(1, 5), pick(1, 0), pick(1, null), pick(1, null, { status: 'CANCELLED' })]
    expect(numbersOf(picks)).toEqual({ points: 20, exact: 1, correct: 2, settled: 3 })
  })

  test('all totals are 0 without a pick', () => {
    expect(numbersOf([])).toEqual({ points: 0, exact: 0, correct: 0, settled: 0 })
  })
})

describe('the best gameweek of a season', () => {
  test('is the one with the most points in that season, the earliest if equal', () => {
    const picks = [pick(3, 5), pick(2, 15), pick(1, 15), pick(1, 0), pick(9, 15, { season: '2024-25' }), pick(9, 15)]
    expect(bestGameweek(picks, '2025-26')).toEqual({ gameweek: 1, points: 15 })
    expect(bestGameweek([...picks, pick(9, 5)], '2025-26')).toEqual({ gameweek: 9, points: 20 })
  })

  test('null without points', () => {
    expect(bestGameweek([pick(1, 0), pick(2, null)], '2025-26')).toBeNull()
  })
})

describe('the winners of the season', () => {
  const entry = (id: number, ranking: number, totalPoints: number) =>
    ({ id, username: `player${id}`, ranking, totalPoints }) as LeaderboardEntry

  test.each([
    [[entry(1, 1, 1312), entry(2, 2, 9)], 'player1 wins the season with 1,312 points.'],
    [[entry(7, 1, 1)], 'You win the season with 1 point.'],
    [[entry(1, 1, 30), entry(7, 1, 30), entry(2, 3, 9)], 'You and player1 share the season with 30 points.'],
    [[entry(1, 1, 0)], null],
    [[], null],
  ])('%#: %s', (entries, text) => {
    expect(winnersText(entries, 7)).toBe(text)
  })
})
