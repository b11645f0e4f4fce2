import { describe, expect, test } from 'vitest'
import type { MatchChange, PickCount } from '../../../../src/areas/matches/contract.ts'
import { outcomeOf } from '../../../../src/contracts/points.ts'
import { fixtureSample } from '../../../../test/support/samples.ts'
import { changeRows, commonScores, correctedFrom, crowdEffect, percentages, sidesOf, standingOf } from './model.ts'

const score = (home: number, away: number) => ({ outcome: outcomeOf(home, away), home, away })
const picks = (home: number, away: number, players: number): PickCount => ({
  ...{ result: outcomeOf(home, away), home, away, picks: players },
})
const only = (result: PickCount['result'], players: number): PickCount => ({
  result,
  home: null,
  away: null,
  picks: players,
})
const change = (result: MatchChange['result'], more: Partial<MatchChange> = {}): MatchChange => ({
  ...{
    type: 'MatchFinished',
    at: '2025-11-29T17:00:00.000Z',
    summary: '',
    reason: null,
    byHand: false,
    isSimulated: false,
    result,
  },
  ...more,
})

describe('the crowd of a match', () => {
  test('R272: has whole percentages that add up to 100, and the six most common scores', () => {
    const crowd = [
      only('home', 9),
      picks(2, 0, 8),
      picks(1, 1, 4),
      picks(0, 1, 3),
      ...[2, 3, 4, 5].map((n) => picks(n, 1, 1)),
    ]
    expect(sidesOf(crowd)).toEqual({ home: 21, draw: 4, away: 3, total: 28 })
    expect(percentages({ home: 1, draw: 1, away: 1, total: 3 })).toEqual({ home: 34, draw: 33, away: 33 })
    expect(percentages({ home: 2, draw: 1, away: 0, total: 3 })).toEqual({ home: 67, draw: 33, away: 0 })
    expect(percentages({ home: 0, draw: 0, away: 0, total: 0 })).toEqual({ home: 0, draw: 0, away: 0 })
    expect(commonScores(crowd).map(({ home, away }) => `${home}-${away}`)).toEqual([
      '2-0',
      '1-1',
      '0-1',
      '2-1',
      '3-1',
      '4-1',
    ])
  })
})

test('a goal counts the players whose points it changes', () => {
  const goal = {
    id: '1',
    fixtureId: 1,
    at: '2025-11-29T17:00:00.000Z',
    home: 1,
    away: 0,
    side: 'home',
    isTakenBack: false,
  } as const
  expect(crowdEffect({ ...goal, gained: 1, lost: 1 })).toBe('1 gains, 1 loses')
  expect(crowdEffect({ ...goal, gained: 1_200, lost: 2 })).toBe('1,200 gain, 2 lose')
  expect(crowdEffect({ ...goal, gained: 0, lost: 0 })).toBe('Nobody’s points change')
})

describe('the changes of a match', () => {
  test('R273: show what each did to the reader and to how many players, newest first', () => {
    const crowd = [picks(2, 1, 3), picks(2, 2, 2), only('home', 4), picks(0, 1, 9)]
    const history = [change(score(2, 2)), change(score(2, 1), { reason: 'A goal was counted twice', byHand: true })]
    const rows = changeRows(history, score(2, 1), crowd, '2025-26')
    expect(rows.map(({ isNow, own, affected }) => ({ isNow, own, affected }))).toEqual([
      { isNow: true, own: { before: 0, after: 15 }, affected: 9 },
      { isNow: false, own: { before: null, after: 0 }, affected: null },
    ])
    expect(correctedFrom(history)).toEqual(score(2, 2))
    expect(correctedFrom(history.slice(0, 1))).toBeNull()
  })

  test('R273: a date changes no points, and a lifted result takes them back', () => {
    const history = [
      change(null, { type: 'FixtureRescheduled' }),
      change(score(1, 0)),
      change(null, { type: 'ResultLifted' }),
    ]
    const [lifted, , moved] = changeRows(history, score(1, 0), [picks(1, 0, 2)], '2025-26')
    expect(lifted).toMatchObject({ own: { before: 15, after: null }, affected: 2 })
    expect(moved).toMatchObject({ own: null, affected: null })
    expect(correctedFrom(history)).toBeNull()
  })

  test('R9: an awarded match counts its result without a score', () => {
    const fixture = fixtureSample({ status: 'FINISHED', awardedResult: 'away' })
    expect(standingOf(fixture)).toEqual({ result: { outcome: 'away', home: null, away: null }, isLive: false })
    expect(standingOf(fixtureSample())).toBeNull()
  })
})
