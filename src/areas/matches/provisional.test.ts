import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomeOf, pointsPerVerdict, verdictOf } from '../../contracts/points.ts'
import { goalsOf } from './live.ts'
import { codeOf, type LiveMatch, provisionalBoard, type Totals } from './provisional.ts'

const SEASON = '2024-25'
const pays = pointsPerVerdict(SEASON)
const goals = fc.integer({ min: 0, max: 10 })
const score = fc.record({ home: goals, away: goals })
const pick = fc.oneof(
  fc.record({ home: fc.integer({ min: 0, max: 9 }), away: fc.integer({ min: 0, max: 9 }) }).map(({ home, away }) => ({
    ...{ outcome: outcomeOf(home, away), home, away },
  })),
  fc
    .constantFrom('home' as const, 'draw' as const, 'away' as const)
    .map((outcome) => ({ outcome, home: null, away: null })),
)
const player = fc.record({
  ...{ points: fc.integer({ min: -20, max: 60 }), booked: fc.integer({ min: 0, max: 20 }) },
  ...{
    exact: fc.integer({ min: 0, max: 3 }),
    wrong: fc.integer({ min: 0, max: 3 }),
    picks: fc.array(fc.option(pick), { minLength: 3, maxLength: 3 }),
  },
})

describe('a provisional board', () => {
  test('R275: equals a plain count of every pick, in ranks, order and pages', () => {
    fc.assert(
      fc.property(
        fc.array(player, { maxLength: 40 }),
        fc.array(score, { minLength: 1, maxLength: 3 }),
        (players, scores) => {
          const column = (of: (each: (typeof players)[number]) => number) => Int32Array.from(players.map(of))
          const totals: Totals = {
            ids: Int32Array.from(players.map((_, index) => 2 * index + 5)),
            points: column(({ points }) => points),
            matchPoints: column(({ points, booked }) => points - booked),
            exact: column(({ exact }) => exact),
            correct: column(({ exact }) => exact),
            settled: column(({ exact, wrong }) => exact + wrong),
          }
          const matches = scores.map((now, nth): LiveMatch => {
            // A pick of a player without totals is left out.
            const all = players.flatMap(({ picks }, index) =>
              picks[nth] ? [{ id: totals.ids[index]!, ...picks[nth] }] : [],
            )
            const rows = [{ id: 4, outcome: 'home' as const, home: null, away: null }, ...all]
            return {
              picks: {
                ids: Int32Array.from(rows.map(({ id }) => id)),
                codes: Int32Array.from(rows.map(({ outcome, home, away }) => codeOf(outcome, home, away))),
              },
              score: now,
            }
          })
          // From another score, and without the first match.
          const others = matches.slice(1).map(({ picks }) => ({ picks, score: { home: 1, away: 0 } }))
          const board = provisionalBoard(totals, matches, pays, provisionalBoard(totals, others, pays))
          expect([...provisionalBoard(totals, matches, pays).gains]).toEqual([...board.gains])
          const naive = players.map((each, index) => {
            const verdicts = scores.flatMap(({ home, away }, nth) => {
              const called = each.picks[nth]
              return called ? [verdictOf(called, { outcome: outcomeOf(home, away), home, away })] : []
            })
            const gain = verdicts.reduce((sum, verdict) => sum + pays[verdict], 0)
            const correct = each.exact + verdicts.filter((verdict) => verdict !== 'wrong').length
            const settled = each.exact + each.wrong + verdicts.length
            return {
              ...{ id: totals.ids[index]!, gain, points: each.points + gain, was: each.points },
              exact: each.exact + verdicts.filter((verdict) => verdict === 'exact').length,
              accuracy: settled === 0 ? 0 : correct / settled,
            }
          })
          const ordered = naive.toSorted(
            (a, b) => b.points - a.points || b.exact - a.exact || b.accuracy - a.accuracy || a.id - b.id,
          )
          const shown = (positions: readonly number[]) =>
            positions.map((at) => ({
              ...{ id: totals.ids[at], gain: board.gains[at], rank: board.rankOf(at), was: board.settledRankOf(at) },
            }))
          const expected = ordered.map(({ id, gain, points, was }) => ({
            ...{ id, gain, rank: 1 + naive.filter((other) => other.points > points).length },
            was: 1 + naive.filter((other) => other.was > was).length,
          }))
          expect(shown(board.page(0, 100))).toEqual(expected)
          expect(shown(board.page(3, 4))).toEqual(expected.slice(3, 7))
          expect(board.page(players.length, 5)).toEqual([])
          for (const [at, id] of totals.ids.entries()) expect(board.positionOf(id)).toBe(at)
          expect(board.positionOf(4)).toBeUndefined()
        },
      ),
    )
  })
})

describe('the goals of a match', () => {
  test('R275: have the score, the side, and how many gain and lose; a goal taken back is one too', () => {
    const scores = [
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 0],
      [3, 0],
    ].map(([home, away], nth) => ({ id: `${nth}`, at: `2025-11-29T15:0${nth}:00.000Z`, home: home!, away: away! }))
    const crowd = [
      { result: 'home' as const, home: 1, away: 0, picks: 7 },
      { result: 'draw' as const, home: null, away: null, picks: 4 },
    ]
    const shown = goalsOf({ id: 9, scores }, crowd, SEASON).map(({ home, away, side, isTakenBack, gained, lost }) => [
      `${home}-${away}`,
      ...[side, isTakenBack, gained, lost],
    ])
    expect(shown).toEqual([
      ['1-0', 'home', false, 7, 4],
      ['1-1', 'away', false, 4, 7],
      ['1-0', null, true, 7, 4],
      ['3-0', null, false, 0, 7],
    ])
  })
})
