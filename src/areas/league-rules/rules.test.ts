import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { memberPoints } from '../../../test/support/naive-league-rules.ts'
import {
  classicScoring,
  type LeagueScoring,
  leaguePoints,
  orderError,
  wrongOrder,
} from '../../contracts/league-scoring.ts'
import { outcomeOf, type Scoreline } from '../../contracts/points.ts'
import { Ruleset } from './contract.ts'
import type { JokerEvent } from './events.ts'
import { type JokerCommand, jokerDecider } from './joker-decider.ts'
import {
  classicRules,
  type DatedRules,
  type JokerMatch,
  nextGameweek,
  rulesAt,
  type SeasonMatch,
  withChosen,
  withoutFrom,
} from './rules.ts'

const line = (home: number, away: number): Scoreline => ({ outcome: outcomeOf(home, away), home, away })
const bare = (outcome: Scoreline['outcome']): Scoreline => ({ outcome, home: null, away: null })
const close: LeagueScoring = { result: 5, goalDifference: 7, exact: 10 }

describe('R320 a league’s scoring', () => {
  test.each([
    [line(2, 1), line(2, 1), 10],
    [line(2, 1), line(3, 2), 7],
    [line(2, 1), line(4, 0), 5],
    [line(2, 1), line(1, 1), 0],
    [line(2, 1), line(0, 1), 0],
    // Draws have the goal difference always, without a score too.
    [line(1, 1), line(3, 3), 7],
    [bare('draw'), line(3, 3), 7],
    [bare('home'), line(1, 0), 5],
    // An awarded match has no score.
    [line(2, 1), bare('home'), 5],
    [line(1, 1), bare('draw'), 5],
  ])('%j, and it ends %j: %i', (pick, result, points) => {
    expect(leaguePoints(close, pick, result)).toBe(points)
    expect(leaguePoints(close, pick, result, true)).toBe(2 * points)
    // Goal difference 0 is off: it pays as the result.
    expect(leaguePoints({ ...close, goalDifference: 0 }, pick, result)).toBe(points === 7 ? 5 : points)
  })

  test('a goal difference of 1 point counts, one of 0 is off', () => {
    expect(leaguePoints({ result: 0, goalDifference: 1, exact: 2 }, line(2, 1), line(3, 2))).toBe(1)
    expect(classicScoring(null)).toEqual({ result: 5, goalDifference: 0, exact: 15 })
  })

  test('is from 0 to 50 points', () => {
    const isValid = (exact: number) => Ruleset.safeParse(ruled({ exact })).success
    expect([-1, 0, 0.5, 50, 51].map(isValid)).toEqual([false, true, false, true, false])
  })

  test('the better call never pays less than the easier one', () => {
    expect(wrongOrder(close)).toBeNull()
    expect(wrongOrder(classicScoring(null))).toBeNull()
    expect(orderError({ result: 0, goalDifference: 0, exact: 0 })).toBeNull()
    expect(wrongOrder({ result: 5, goalDifference: 5, exact: 5 })).toBeNull()
    expect(wrongOrder({ result: 2, goalDifference: 1, exact: 2 })).toEqual(['goalDifference', 'result'])
    expect(wrongOrder({ result: 0, goalDifference: 1, exact: 0 })).toEqual(['exact', 'goalDifference'])
    expect(orderError({ result: 5, goalDifference: 7, exact: 3 })).toEqual({
      field: 'exact',
      message: 'The exact score must pay at least as much as goal difference, 7.',
    })
    expect(orderError({ result: 5, goalDifference: 4, exact: 9 })).toMatchObject({ field: 'goalDifference' })
    expect(orderError({ result: 5, goalDifference: 0, exact: 4 })).toMatchObject({ field: 'exact' })
  })
})

const ruled = (changes: Partial<Ruleset>): Ruleset => ({ ...classicRules(null), ...changes })
const from = (
  fromGameweek: number,
  rules: Ruleset,
  changedAt = '2026-08-01T12:00:00.000Z',
  season = '2026-27',
): DatedRules => ({
  ...{ season, fromGameweek, rules, changedAt },
})
const at = (gameweek: number, season = '2026-27') => ({ season, gameweek })

describe('R321 rules hold from a gameweek on', () => {
  const [first, second] = [ruled({ exact: 20 }), ruled({ exact: 30 })]

  test('until the next ones, and into later seasons', () => {
    const chosen = withChosen(withChosen([], from(14, first)), from(20, second))
    expect([13, 14, 19, 20, 38].map((gameweek) => rulesAt(chosen, at(gameweek)).exact)).toEqual([15, 20, 20, 30, 30])
    expect(rulesAt(chosen, at(1, '2027-28'))).toEqual(second)
    expect(rulesAt(chosen, at(38, '2025-26'))).toEqual({
      ...{ result: 5, goalDifference: 0, exact: 15, joker: false, lateJoiners: 'season' },
    })
  })

  test('a choice replaces those of its gameweek and later ones of its season only', () => {
    const chosen = [from(14, first), from(20, first), from(1, first, undefined, '2027-28')]
    expect(withChosen(chosen, from(14, second)).map(({ season, rules }) => [season, rules.exact])).toEqual([
      ['2026-27', 30],
      ['2027-28', 20],
    ])
    expect(withoutFrom(chosen, at(20))).toEqual([chosen[0], chosen[2]])
  })

  test('a match that closed before the choice keeps the rules it had', () => {
    const chosen = [from(2, first), from(14, second, '2026-11-20T12:00:00.000Z')]
    const match = { ...at(29), result: line(1, 0) }
    const paid = (closedAt: string | null) =>
      memberPoints(chosen, { ...match, closedAt }, line(1, 0), { joinedAt: null, hasJoker: false })
    expect(paid('2026-11-20T12:00:00.000Z')).toBe(20)
    expect(paid('2026-11-20T12:00:00.001Z')).toBe(30)
    expect(paid(null)).toBe(30)
  })

  test('late joiners bring their season, or have the matches that close after joining', () => {
    const closedAt = '2026-12-01T12:00:00.000Z'
    const paid = (lateJoiners: Ruleset['lateJoiners'], joinedAt: string) =>
      memberPoints([from(1, ruled({ lateJoiners }))], { ...at(14), closedAt, result: line(1, 0) }, line(1, 0), {
        ...{ joinedAt, hasJoker: false },
      })
    expect(paid('season', '2027-01-01T12:00:00.000Z')).toBe(15)
    expect(paid('joining', closedAt)).toBe(0)
    expect(paid('joining', '2026-12-01T11:59:59.999Z')).toBe(15)
  })

  test('a joker counts where the rules have one', () => {
    const match = { ...at(14), closedAt: null, result: line(1, 0) }
    const paid = (joker: boolean) =>
      memberPoints([from(1, ruled({ joker }))], match, line(1, 0), { joinedAt: null, hasJoker: true })
    expect([paid(true), paid(false)]).toEqual([30, 15])
  })
})

describe('R322 the next gameweek', () => {
  const DAY = 86_400_000
  const start = Date.parse('2026-08-15T14:00:00.000Z')
  const matchOn = (id: number, gameweek: number, day: number, changes: Partial<SeasonMatch> = {}): SeasonMatch => {
    const kickoff = new Date(start + day * DAY).toISOString()
    return { id, gameweek, kickoff, cutoff: kickoff, hasClosed: false, isCancelled: false, ...changes }
  }
  const played = { hasClosed: true }

  test('has not begun: its first cutoff lies ahead', () => {
    const matches = [matchOn(1, 1, 0, played), matchOn(2, 1, 1), matchOn(3, 2, 8), matchOn(4, 2, 7), matchOn(5, 3, 14)]
    expect(nextGameweek(matches)).toEqual({ gameweek: 2, begins: matches[3]!.cutoff, fixtureId: 4 })
    expect(nextGameweek(matches.slice(1))?.gameweek).toBe(1)
    expect(nextGameweek(matches.slice(0, 2))).toBeNull()
    expect(nextGameweek([])).toBeNull()
    expect(nextGameweek([...matches].reverse())?.gameweek).toBe(2)
    // The first of two at once.
    expect(nextGameweek([matchOn(9, 1, 0), matchOn(8, 1, 0), matchOn(10, 1, 0)])?.fixtureId).toBe(8)
  })

  test('is not begun by a match played far ahead, nor by a cancelled one', () => {
    const ahead = [matchOn(1, 1, 0, played), matchOn(3, 2, 7), matchOn(4, 2, 8), matchOn(5, 2, -30, played)]
    expect(nextGameweek(ahead)).toMatchObject({ gameweek: 2, fixtureId: 3 })
    const cancelled = [matchOn(1, 1, 0, played), matchOn(3, 2, 7, { ...played, isCancelled: true }), matchOn(4, 2, 8)]
    expect(nextGameweek(cancelled)).toMatchObject({ gameweek: 2, fixtureId: 4 })
  })

  test('comes after every gameweek that has begun, and may have no date', () => {
    const without = { kickoff: null, cutoff: null }
    const matches = [matchOn(1, 1, 0, without), matchOn(2, 2, 7, played), matchOn(3, 3, 14, without)]
    expect(nextGameweek(matches)).toEqual({ gameweek: 3, begins: null, fixtureId: 3 })
  })
})

describe('R324 a joker', () => {
  const kickoff = '2026-12-02T19:30:00.000Z'
  const open: JokerMatch = { status: 'scheduled', kickoff, closed: false, gameweek: 14 }
  const key = { leagueId: 5, userId: 7, season: '2026-27', gameweek: 14 }
  const placed = (fixtureId: number): JokerEvent => ({ type: 'JokerPlaced', data: { ...key, fixtureId } })
  const removed: JokerEvent = { type: 'JokerRemoved', data: key }
  const before = '2026-12-02T19:24:59.999Z'
  const base = { ...key, isAllowed: true, present: null, at: before }
  const place = (fixtureId: number, over: Partial<Extract<JokerCommand, { type: 'place' }>> = {}): JokerCommand => ({
    ...{ ...base, type: 'place', fixtureId, match: open },
    ...over,
  })
  const on = (fixtureId: number, over: Partial<JokerMatch> = {}) => ({ ...open, ...over, fixtureId }) as never

  test('is set and moved before both cutoffs, and taken off', () => {
    given(jokerDecider)
      .when(place(1))
      .then([placed(1)])
    given(jokerDecider, [placed(1)])
      .when(place(2, { present: on(1) }))
      .then([placed(2)])
    given(jokerDecider, [placed(1)])
      .when(place(1, { present: on(1) }))
      .then([])
    given(jokerDecider, [placed(1)])
      .when({ ...base, type: 'remove', present: on(1) })
      .then([removed])
    given(jokerDecider)
      .when({ ...base, type: 'remove' })
      .then([])
  })

  test('is not set on a closed match, one of another gameweek, or without the rule', () => {
    const cutoff = '2026-12-02T19:25:00.000Z'
    given(jokerDecider)
      .when(place(1, { at: cutoff }))
      .then(rejected('prediction-period-ended'))
    given(jokerDecider)
      .when(place(1, { match: { ...open, gameweek: 15 } as never }))
      .then(rejected('wrong-gameweek'))
    given(jokerDecider)
      .when(place(1, { match: { status: 'none' } }))
      .then(rejected('fixture-not-found'))
    given(jokerDecider)
      .when(place(1, { isAllowed: false }))
      .then(rejected('no-joker'))
    for (const status of ['finished', 'awarded', 'cancelled', 'postponed'] as const)
      given(jokerDecider)
        .when(place(1, { match: { ...open, status, kickoff: null } as never }))
        .then(rejected('prediction-period-ended'))
  })

  test('stays on its match once that has closed, postponed or not', () => {
    const played = rejected('joker-played')
    for (const over of [
      { kickoff: '2026-12-02T15:00:00.000Z' },
      { status: 'postponed', kickoff: null, closed: true } as const,
      { status: 'finished' } as const,
    ]) {
      given(jokerDecider, [placed(1)])
        .when(place(2, { present: on(1, over) }))
        .then(played)
      given(jokerDecider, [placed(1)])
        .when({ ...base, type: 'remove', present: on(1, over) })
        .then(played)
    }
  })

  test('is free where its match was postponed before the cutoff, cancelled, or moved to another gameweek', () => {
    for (const over of [
      { status: 'postponed', kickoff: null } as const,
      { status: 'cancelled', closed: true } as const,
      { gameweek: 30, closed: true },
    ])
      given(jokerDecider, [placed(1)])
        .when(place(2, { present: on(1, over) }))
        .then([placed(2)])
  })

  test('is decided again where another request came first', () => {
    given(jokerDecider, [placed(3)])
      .when(place(2, { present: on(1) }))
      .then(rejected('joker-changed'))
  })
})
