import { describe, expect, test } from 'vitest'
import type { GameweekWinner, LeaderboardEntry, RankHistory } from '../../../../src/contracts/boards.ts'
import { named } from '../../../../test/support/named.ts'
import { PLANE } from '../../lib/plane.ts'
import { rankChart, rankSay, rivalsOf, winnerChart, winnersSay } from './history.ts'

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

  test('nobody else plays', () => {
    expect(rivalsOf(entries.slice(0, 1), entries[0]!)).toEqual([])
  })
})

describe('the chart of ranks', () => {
  const player = (id: number, ...ranks: (number | null)[]) => ({ id, username: `player${id}`, ranks })
  const chartOf = (history: RankHistory) => rankChart(history, ({ username }) => username)

  test('has the first place at its top, and each power of ten as far from the next', () => {
    const { lines, ranks } = chartOf({ gameweeks: [1, 2, 3], players: [player(1, 100, 10, 1)] })
    expect(lines[0]!.path).toBe('M52 176L174 96L296 16')
    expect(ranks).toEqual([
      { at: 16, text: '1' },
      { at: 96, text: '10' },
      { at: 176, text: '100' },
    ])
  })

  test('a gameweek without a rank leaves a gap', () => {
    const { lines } = chartOf({ gameweeks: [1, 2, 3, 4], players: [player(1, null, 1, null, 10)] })
    expect(lines[0]!.path).toMatch(/^M[\d.]+ 16M296 176$/)
  })

  test('one gameweek is a point, and nobody ranked is nothing', () => {
    expect(chartOf({ gameweeks: [7], players: [player(1, 3)] }).lines[0]!.path).toMatch(/^M296 [\d.]+$/)
    expect(chartOf({ gameweeks: [7], players: [player(1, null)] }).lines).toEqual([])
  })

  test('names keep clear of each other, in the order of the lines, and stay on the plane', () => {
    const ends = chartOf({ gameweeks: [1, 2], players: [player(1, 9, 10), player(2, 9, 9), player(3, 8, 10)] }).lines
    const [own, second, third] = ends.map(({ end }) => end.nameY)
    expect(second).toBeLessThan(own!)
    expect(own! - second!).toBeGreaterThanOrEqual(18)
    expect(third! - own!).toBeGreaterThanOrEqual(18)
    expect(third!).toBeLessThanOrEqual(PLANE.bottom)
  })

  test('a whole season names every seventh gameweek', () => {
    const gameweeks = Array.from({ length: 38 }, (_, index) => index + 1)
    const { weeks } = chartOf({ gameweeks, players: [player(1, ...gameweeks)] })
    expect(weeks.map(({ text }) => text)).toEqual(['1', '8', '15', '22', '29', '36'])
  })

  test.each([
    [[212, 100, 37], '37th', 'up from 212th.'],
    [[null, 2, 11], '11th', 'down from 2nd.'],
    [[3, 1, 3], '3rd', 'as after the first gameweek.'],
    [[1], '1st', ''],
  ] as const)('is said in words: %j', (ranks, now, since) => {
    expect(rankSay(ranks)).toEqual({ now, since })
  })

  test('of who was never ranked there is nothing to say', () => {
    expect(rankSay([null])).toBeNull()
  })
})

describe('what it takes to win a gameweek', () => {
  const won = (gameweek: number, points: number, ownPoints: number | null): GameweekWinner => ({
    ...{ gameweek, points, winners: 1, ownPoints, winner: { id: 9, ...named('nia') } },
  })
  /** The latest first, as they are told. */
  const winners = [won(4, 75, 50), won(3, 60, null), won(2, 75, 70), won(1, 65, 0)]

  test('is said in words, with how near the reader came', () => {
    expect(winnersSay(winners)).toEqual({
      most: '75',
      rest: 'in gameweeks 2 and 4, the most; 60 was enough in gameweek 3. You came closest in gameweek 2, 5 points behind.',
    })
    expect(winnersSay([...winners, won(9, 65, 65)])?.rest).toMatch(/\. You won gameweek 9\.$/)
    expect(winnersSay([won(3, 60, null)])).toEqual({ most: '60', rest: 'in gameweek 3.' })
    expect(winnersSay([])).toBeNull()
  })

  test('is drawn as columns from the first gameweek on, the highest marked, with the reader’s points', () => {
    const { columns, points, weeks } = winnerChart(winners)
    expect(columns.map(({ gameweek, isMost }) => [gameweek, isMost])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
    ])
    expect(columns.map(({ ownY }) => ownY === null)).toEqual([false, false, true, false])
    expect(columns[0]!.ownY).toBe(PLANE.bottom)
    for (const { x, y, width, height } of columns) {
      expect(x).toBeGreaterThan(0)
      expect(x + width).toBeLessThan(PLANE.width)
      expect(y).toBeGreaterThan(PLANE.top)
      expect(y + height).toBeCloseTo(PLANE.bottom)
    }
    expect(points.map(({ text }) => text)).toEqual(['0', '25', '50', '75'])
    expect(weeks.map(({ text }) => text)).toEqual(['1', '2', '3', '4'])
  })

  test('points above a hundred have wider steps', () => {
    expect(winnerChart([won(1, 120, null)]).points.map(({ text }) => text)).toEqual(['0', '50', '100'])
  })
})
