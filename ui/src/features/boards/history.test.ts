import { describe, expect, test } from 'vitest'
import type { GameweekWinner, LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { named } from '../../../../test/support/named.ts'
import { rankSummary, rivalsOf, winnersSummary } from './history.ts'

describe('rivals', () => {
  const entries = [1, 2, 3, 4, 5].map((id) => ({ id }) as LeaderboardEntry)

  test.each([
    [4, [2, 3]],
    [2, [1, 3]],
    [1, [2, 3]],
    [9, []],
  ])('of player %i are the two next above, or below', (id, rivals) => {
    expect(rivalsOf(entries, { id } as LeaderboardEntry)).toEqual(rivals)
  })

  test('there are no other players', () => {
    expect(rivalsOf(entries.slice(0, 1), entries[0]!)).toEqual([])
  })
})

describe('the chart of ranks', () => {
  test.each([
    [[212, 100, 37], '37th', 'up from 212th.'],
    [[null, 2, 11], '11th', 'down from 2nd.'],
    [[3, 1, 3], '3rd', 'same as after your first gameweek.'],
    [[1], '1st', ''],
  ] as const)('summary: %j', (ranks, now, since) => {
    expect(rankSummary(ranks)).toEqual({ now, since })
  })

  test('there is no summary without a rank', () => {
    expect(rankSummary([null])).toBeNull()
  })
})

describe('points needed to win a gameweek', () => {
  const won = (gameweek: number, points: number, ownPoints: number | null): GameweekWinner => ({
    ...{ gameweek, points, winners: 1, ownPoints, winner: { id: 9, ...named('nia') } },
  })
  /** Latest first, as displayed. */
  const winners = [won(4, 75, 50), won(3, 60, null), won(2, 75, 70), won(1, 65, 0)]

  test('the summary includes the reader’s closest result', () => {
    expect(winnersSummary(winners)).toEqual({
      most: '75',
      rest: 'in gameweeks 2 and 4, the highest; 60 was enough in gameweek 3. You came closest in gameweek 2, 5 points behind.',
    })
    expect(winnersSummary([...winners, won(9, 65, 65)])?.rest).toMatch(/\. You won gameweek 9\.$/)
    expect(winnersSummary([won(3, 60, null)])).toEqual({ most: '60', rest: 'in gameweek 3.' })
    expect(winnersSummary([])).toBeNull()
  })
})
