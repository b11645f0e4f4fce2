import { describe, expect, test } from 'vitest'
import { bandOf, entryOf, gameweeksOf, moved, offsetAround, ranked, rankIn, stacked } from './past.ts'
import type { PastRow, SettledRow } from './past-rows.ts'

const heights = (...rows: readonly (readonly [points: number, players: number])[]) =>
  rows.map(([points, players]) => ({ points, players }))
/** 1st: 40 points; 2nd to 4th: 30; 5th and 6th: 10. */
const board = stacked(heights([40, 1], [30, 3], [10, 2]))

describe('R315, R316: a past board by points', () => {
  test('ranks a player behind all with more points, whoever has these points', () => {
    expect(board).toMatchObject({ total: 6, changedPlayers: 0 })
    expect([50, 40, 35, 30, 10, 5].map((points) => rankIn(board, points))).toEqual([1, 1, 2, 2, 5, 7])
  })

  test('moves players to corrected points', () => {
    const corrected = moved(board, [
      { from: 40, to: 25, players: 1 },
      { from: 30, to: 45, players: 2 },
      { from: 10, to: 25, players: 1 },
    ])
    expect(corrected).toEqual({
      bars: [
        { points: 45, players: 2, above: 0 },
        { points: 30, players: 1, above: 2 },
        { points: 25, players: 2, above: 3 },
        { points: 10, players: 1, above: 5 },
      ],
      ...{ total: 6, changedPlayers: 4 },
    })
    expect(moved(board, [])).toEqual(board)
  })

  test('reads the points of a page only, and skips rows of its highest points', () => {
    expect(bandOf(board, 0, 1)).toEqual({ highest: 40, lowest: 40, skip: 0 })
    expect(bandOf(board, 0, 2)).toEqual({ highest: 40, lowest: 30, skip: 0 })
    expect(bandOf(board, 1, 3)).toEqual({ highest: 30, lowest: 30, skip: 0 })
    expect(bandOf(board, 3, 2)).toEqual({ highest: 30, lowest: 10, skip: 2 })
    expect(bandOf(board, 5, 50)).toEqual({ highest: 10, lowest: 10, skip: 1 })
    expect([bandOf(board, 6, 1), bandOf(stacked([]), 0, 1)]).toEqual([null, null])
  })

  test('has the page around a player: in the middle, or at an end', () => {
    expect([0, 3, 4, 5, 50, 96, 99].map((before) => offsetAround(before, 10, 100))).toEqual([0, 0, 0, 1, 46, 90, 90])
    expect(offsetAround(50, 9, 100)).toBe(46)
    expect(offsetAround(2, 10, 3)).toBe(0)
  })
})

const row = (id: number, totalPoints: number, changes: Partial<PastRow> = {}): PastRow => ({
  ...{ id, totalPoints, username: `u${id}`, display_name: null, profile_image: null },
  ...{ exactScores: 0, correctPredictions: 0, settledPredictions: 0, accuracy: 0 },
  ...{ published_rank: id, published_points: totalPoints, previous_rank: null },
  ...changes,
})

describe('R319: rows of a past board', () => {
  test('equal points share a rank: 1, 2, 2, 4', () => {
    expect(ranked([row(1, 30), row(2, 20), row(3, 20), row(4, 0)]).map(({ ranking }) => ranking)).toEqual([1, 2, 2, 4])
  })

  test('have the movement since the gameweek before, and the rank and points as published', () => {
    expect(entryOf(row(3, 30, { published_rank: 5, published_points: 25, previous_rank: 6 }), 4)).toMatchObject({
      ...{ id: 3, username: 'u3', ranking: 4, movement: 2 },
      published: { ranking: 5, totalPoints: 25 },
    })
    expect(entryOf(row(3, 30), 4).movement).toBeNull()
  })

  test('R318: a deleted player has no id', () => {
    expect(entryOf(row(-3, 30, { username: null }), 4)).toMatchObject({ id: null, username: 'Deleted player' })
  })
})

describe('R317: settled gameweeks', () => {
  const settled = (gameweek: number, change: Partial<SettledRow> = {}): SettledRow => ({
    ...{ gameweek, settled_at: `2025-09-0${gameweek}T20:00:00.000Z`, deleted: 0, fixture_id: null },
    ...{ fixture_gameweek: null, home: null, away: null, changed_at: null, reason: null },
    ...{ old_result: null, old_home: null, old_away: null, new_result: null, new_home: null, new_away: null },
    ...change,
  })
  const change = { fixture_id: 7, old_result: 'home', old_home: 1, old_away: 0, new_result: 'draw' } as const

  test('have their changes, and the settled gameweek before', () => {
    const found = gameweeksOf([settled(1), settled(3, change), settled(3, { ...change, fixture_id: 8 }), settled(4)])
    expect(
      found.map(({ gameweek, previous, changes }) => [gameweek, previous, changes.map((each) => each.fixture_id)]),
    ).toEqual([
      [1, null, []],
      [3, 1, [7, 8]],
      [4, 3, []],
    ])
  })

  test('have another signature with another result, and with a player deleted', () => {
    const of = (over: Partial<SettledRow>) => gameweeksOf([settled(3, { ...change, ...over })])[0]!.signature
    const base = of({})
    expect(of({ new_home: 2 })).toEqual({
      published: base.published,
      corrected: expect.not.stringContaining(base.corrected),
    })
    expect(of({ reason: 'Ruling' })).toEqual(base)
    expect(of({ deleted: 1 }).published).not.toBe(base.published)
    expect(of({ deleted: 1 }).corrected).not.toBe(base.corrected)
  })
})
