import { describe, expect, test } from 'vitest'
import type { KnownCompetition } from './competition-state.ts'
import { scoresOf } from './ranking.ts'
import { emptyRoster, withPlayer } from './roster.ts'
import { cupPlaces, decidedRound, hasRounds, knockoutPlaces, pendingRound, placesByPoints, prizeOf } from './rounds.ts'

const competition = (kind: KnownCompetition['kind'], over: Partial<KnownCompetition> = {}): KnownCompetition => ({
  ...{ status: 'open', competitionId: 7, season: '2024-25', kind, name: 'C', prizePool: 100, maxParticipants: null },
  ...{ startDate: '', endDate: '', asOf: 0, booked: {}, cupRounds: [], knockoutRounds: [] },
  window: { by: 'gameweek', from: 20, to: 22 },
  roster: [1, 2, 3].reduce(withPlayer, emptyRoster),
  ...over,
})
const tie = (gameweek: number, winners: readonly number[] | null): KnownCompetition['cupRounds'][number] => ({
  ...{ gameweek, seed: 1, pairs: [{ home: 1, away: 2 }], scores: [], winners },
})
const cut = (gameweek: number): KnownCompetition['knockoutRounds'][number] => ({ gameweek, players: [], out: [] })

test('R38: the first three places are paid 50, 30 and 20 percent, other places nothing', () => {
  expect([1, 2, 3, 4].map((place) => prizeOf(100, place))).toEqual([50, 30, 20, 0])
})

describe('the pending round', () => {
  test('of a cup is the one that is drawn and not decided', () => {
    expect(pendingRound(competition('cup'))).toBeNull()
    expect(pendingRound(competition('cup', { cupRounds: [tie(20, [1])] }))).toBeNull()
    expect(pendingRound(competition('cup', { cupRounds: [tie(20, [1]), tie(21, null)] }))).toEqual({
      round: 2,
      gameweek: 21,
    })
  })

  test('of a knockout follows the decided ones', () => {
    expect(pendingRound(competition('knockout'))).toEqual({ round: 1, gameweek: 20 })
    expect(pendingRound(competition('knockout', { knockoutRounds: [cut(20)] }))).toEqual({ round: 2, gameweek: 21 })
  })

  test('is missing after the end, and in a competition without rounds', () => {
    expect(pendingRound(competition('cup', { status: 'ended', cupRounds: [tie(20, null)] }))).toBeNull()
    expect(pendingRound(competition('knockout', { status: 'ended' }))).toBeNull()
    expect(pendingRound(competition('weekly'))).toBeNull()
  })
})

test('the decided round is the last one with winners', () => {
  expect(decidedRound(competition('cup'))).toBeNull()
  const cupRounds = [tie(20, [1]), tie(21, [1]), tie(22, null)]
  expect(decidedRound(competition('cup', { cupRounds }))).toEqual({ round: 2, gameweek: 21 })
  expect(decidedRound(competition('knockout', { knockoutRounds: [cut(20), cut(21)] }))?.gameweek).toBe(21)
})

test('a competition has rounds from its first draw or its first cut on', () => {
  expect(hasRounds(competition('cup'))).toBe(false)
  expect(hasRounds(competition('cup', { cupRounds: [tie(20, null)] }))).toBe(true)
  expect(hasRounds(competition('knockout', { knockoutRounds: [cut(20)] }))).toBe(true)
})

test('one point is enough for a place, none is not', () => {
  const scores = scoresOf([
    { userId: 1, points: 1, exactScores: 0 },
    { userId: 2, points: 0, exactScores: 0 },
  ])
  expect(placesByPoints(competition('weekly'), scores)).toEqual([{ userId: 1, place: 1, points: 1 }])
})

test('without a decided final or a cut there are no places', () => {
  expect(cupPlaces(competition('cup'))).toEqual([])
  expect(cupPlaces(competition('cup', { cupRounds: [tie(20, null)] }))).toEqual([])
  expect(cupPlaces(competition('cup', { cupRounds: [tie(20, [])] }))).toEqual([])
  expect(knockoutPlaces(competition('knockout'))).toEqual([])
})
