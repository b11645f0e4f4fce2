import { describe, expect, test } from 'vitest'
import type { Team } from '../fixtures/contract.ts'
import { bestCall, finish, luckiest, nemesis, rival, streak } from './cards.ts'
import type { RivalRow, WrapPick } from './queries.ts'

const club = (id: number) => ({ id }) as Team
const PAID = { exact: 15, correct: 5, wrong: 0 } as const

/** A pick of a home win that ten players had, three of them with this score, of twenty. */
const pick = (gameweek: number, verdict: keyof typeof PAID, changes: Partial<WrapPick> = {}): WrapPick => ({
  ...{ gameweek, verdict, points: PAID[verdict], kickoff: `2024-09-${10 + gameweek}T15:00:00+00:00` },
  ...{ home: club(1), away: club(2), result: 'home', homeScore: 2, awayScore: 1, same: 3, agreeing: 10, players: 20 },
  ...changes,
})

describe('R304: the best call', () => {
  test('is the exact score that the smallest share of players had', () => {
    const picks = [
      pick(1, 'exact', { same: 2, players: 10 }),
      pick(2, 'exact', { same: 3, players: 20 }),
      // A rarer result, but no exact score; and a rarer score that was wrong.
      pick(3, 'correct', { agreeing: 1 }),
      pick(4, 'wrong', { same: 1, agreeing: 1 }),
    ]
    expect(bestCall(picks)).toEqual({
      ...{ gameweek: 2, home: club(1), away: club(2), predictedResult: 'home' },
      ...{ predictedHomeScore: 2, predictedAwayScore: 1, isExact: true, had: 3, players: 20 },
    })
  })

  test('is a correct result without an exact score, and nothing without a correct result', () => {
    const picks = [pick(1, 'correct', { agreeing: 9 }), pick(2, 'correct', { agreeing: 8, same: 8 }), pick(3, 'wrong')]
    expect(bestCall(picks)).toMatchObject({ gameweek: 2, isExact: false, had: 8 })
    expect(bestCall(picks.slice(2))).toBeNull()
  })
})

describe('R304: the nemesis', () => {
  const of = (home: number, away: number, verdicts: readonly (keyof typeof PAID)[], changes: Partial<WrapPick> = {}) =>
    verdicts.map((verdict, index) => pick(index + 1, verdict, { home: club(home), away: club(away), ...changes }))

  test('is the club with the smallest share of right picks, of at least five', () => {
    const picks = [
      ...of(1, 11, ['wrong', 'wrong', 'correct', 'exact', 'wrong']),
      ...of(2, 12, ['wrong', 'wrong', 'wrong', 'correct', 'wrong', 'correct']),
      // All wrong, but four picks only.
      ...of(3, 13, ['wrong', 'wrong', 'wrong', 'wrong']),
    ]
    expect(nemesis(picks)).toEqual({ club: club(2), right: 2, picks: 6, backed: 6 })
    expect(nemesis(picks.slice(0, 5))).toMatchObject({ club: club(1), right: 2, picks: 5 })
    expect(nemesis(picks.slice(-4))).toBeNull()
  })

  test('with equal shares has more picks, then the smaller id', () => {
    const half = ['wrong', 'correct'] as const
    const few = of(4, 5, [...half, ...half, ...half])
    const many = of(7, 6, [...half, ...half, ...half, ...half], { result: 'away' })
    expect(nemesis(few)).toEqual({ club: club(4), right: 3, picks: 6, backed: 6 })
    expect(nemesis([...few, ...many])).toEqual({ club: club(6), right: 4, picks: 8, backed: 8 })
    expect(nemesis(of(9, 8, [...half, ...half, ...half]))).toEqual({ club: club(8), right: 3, picks: 6, backed: 0 })
  })

  test('is nobody without a wrong pick', () => {
    expect(nemesis(of(1, 2, ['correct', 'exact', 'correct', 'correct', 'exact']))).toBeNull()
  })
})

test('R304: the luckiest gameweek is furthest above the mean of all players', () => {
  const picks = [pick(2, 'exact'), pick(1, 'exact'), pick(1, 'correct'), pick(2, 'exact'), pick(3, 'correct')]
  expect(luckiest(picks, { 1: 9, 2: 20, 3: 1 })).toEqual({ gameweek: 1, points: 20, mean: 9, exactScores: 1 })
  expect(luckiest(picks, { 1: 20, 2: 20, 3: 1 })).toEqual({ gameweek: 2, points: 30, mean: 20, exactScores: 2 })
  expect(luckiest(picks, { 1: 20, 2: 30, 3: 5 })).toBeNull()
  expect(luckiest([pick(1, 'correct')], {})).toEqual({ gameweek: 1, points: 5, mean: 0, exactScores: 0 })
  expect(luckiest([], {})).toBeNull()
})

test('R304: the finish is a rank, and the share of the others with fewer points', () => {
  const histogram = [
    { points: 40, players: 1 },
    { points: 30, players: 2 },
    { points: 20, players: 4 },
  ]
  expect([40, 30, 20].map((points) => finish(points, histogram))).toEqual([
    { rank: 1, players: 7, percent: 100 },
    { rank: 2, players: 7, percent: 66 },
    { rank: 4, players: 7, percent: 0 },
  ])
  expect(finish(3, [{ points: 3, players: 2 }])).toEqual({ rank: 1, players: 2, percent: 0 })
  expect(finish(3, [{ points: 3, players: 1 }])).toBeNull()
})

describe('R304: the longest streak', () => {
  const of = (...verdicts: (keyof typeof PAID)[]) =>
    streak(verdicts.map((verdict, index) => pick(index + 1, verdict, { away: club(10 + index) })))
  const on = (day: number) => `2024-09-${10 + day}T15:00:00.000Z`

  test('is the first of equal ones, with the match that ended it', () => {
    expect(of('wrong', 'correct', 'exact', 'wrong', 'correct', 'correct', 'wrong')).toEqual({
      ...{ length: 2, from: on(2), to: on(3), endedBy: { home: club(1), away: club(13) } },
    })
    expect(of('correct', 'correct', 'wrong', 'correct', 'exact', 'correct')).toEqual({
      ...{ length: 3, from: on(4), to: on(6), endedBy: null },
    })
  })

  test('has at least two picks, of which some may have no date', () => {
    expect(of('correct', 'wrong', 'correct')).toBeNull()
    expect(streak([pick(1, 'exact', { kickoff: null }), pick(2, 'exact')])).toMatchObject({ from: null, to: on(2) })
  })
})

describe('R304: the rival', () => {
  const row = (gameweeks: RivalRow['gameweeks']): RivalRow => ({
    ...{ user_id: 2, username: 'nia', display_name: 'Nia', profile_image: null, points: 33, gameweeks },
  })

  test('swaps places with each change of the lead; a gameweek on level points is none', () => {
    // Leads after each gameweek: 5, 0, 5, -10, -10, 5.
    const picks = [pick(1, 'correct'), pick(3, 'correct'), pick(6, 'exact')]
    expect(rival(picks, row({ 2: 5, 4: 15 }))).toEqual({
      player: { id: 2, username: 'nia', displayName: 'Nia', profileImage: null },
      ...{ points: 33, swaps: 2 },
    })
    // From behind, over level points.
    expect(rival([pick(2, 'correct'), pick(3, 'correct')], row({ 1: 5 }))).toMatchObject({ swaps: 1 })
    expect(rival([pick(1, 'correct'), pick(1, 'correct'), pick(2, 'correct')], row({ 2: 14 }))).toMatchObject({
      swaps: 0,
    })
    // Gameweek 10 comes after 9.
    expect(rival([pick(9, 'correct')], row({ 10: 4 }))).toMatchObject({ swaps: 0 })
  })

  test('is nobody without league mates', () => {
    expect(rival([pick(1, 'exact')], undefined)).toBeNull()
  })
})
