import { expect, test } from 'vitest'
import { type GameweekOfTeam, recordsOf } from './record.ts'

const week = (gameweek: number, teamId: number, points: number, members: number): GameweekOfTeam => ({
  gameweek,
  teamId,
  points,
  members,
})

test('points per member against the mean of the teams: above is a win, equal a draw, below a loss', () => {
  const records = recordsOf([
    // 10, 20 and 15 points per member: the mean is 15.
    week(1, 1, 20, 2),
    week(1, 2, 60, 3),
    week(1, 3, 15, 1),
    week(2, 1, 30, 2),
    week(2, 2, 0, 3),
  ])
  expect(Object.fromEntries(records)).toEqual({
    1: { wins: 1, draws: 0, losses: 1 },
    2: { wins: 1, draws: 0, losses: 1 },
    3: { wins: 0, draws: 1, losses: 0 },
  })
})

test('thirds are compared exactly', () => {
  const records = recordsOf([week(1, 1, 10, 3), week(1, 2, 20, 6), week(1, 3, 30, 9)])
  expect([...records.values()]).toEqual(Array(3).fill({ wins: 0, draws: 1, losses: 0 }))
})

test('a team without members in the gameweek is left out', () => {
  const records = recordsOf([week(1, 1, 10, 2), week(1, 2, 0, 0), week(1, 3, 20, 2)])
  expect(Object.fromEntries(records)).toEqual({
    1: { wins: 0, draws: 0, losses: 1 },
    3: { wins: 1, draws: 0, losses: 0 },
  })
})

test('R34: a gameweek with fewer than two teams does not count', () => {
  expect(recordsOf([week(1, 1, 10, 2), week(1, 2, 0, 0), week(2, 1, 10, 2)]).size).toBe(0)
})
