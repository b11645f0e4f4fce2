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

describe('R275: a provisional board of few players', () => {
  /** Players 1, 2, …: points, match points, exact, correct and settled picks. */
  const totalsOf = (...rows: readonly (readonly number[])[]): Totals => {
    const column = (nth: number) => Int32Array.from(rows, (row) => row[nth]!)
    return {
      ids: Int32Array.from(rows, (_, at) => at + 1),
      ...{ points: column(0), matchPoints: column(1), exact: column(2), correct: column(3), settled: column(4) },
    }
  }
  type Called = readonly [id: number, home: number, away: number]
  const picksOf = (...rows: readonly Called[]) => ({
    ids: Int32Array.from(rows, ([id]) => id),
    codes: Int32Array.from(rows, ([, home, away]) => codeOf(outcomeOf(home, away), home, away)),
  })
  const at = (picks: LiveMatch['picks'], home: number, away: number): LiveMatch => ({ picks, score: { home, away } })
  const idsOf = (positions: readonly number[]) => positions.map((position) => position + 1)

  test('equal points are ordered by exact scores, accuracy, then registration', () => {
    // Accuracies 1/2, 2/2, 3/3, 0, 2/2.
    const settled = totalsOf([9, 9, 1, 1, 2], [9, 9, 1, 2, 2], [9, 9, 1, 3, 3], [9, 9, 0, 0, 0], [9, 9, 2, 2, 2])
    expect(idsOf(provisionalBoard(settled, [], pays).page(0, 9))).toEqual([5, 2, 3, 1, 4])
    expect(idsOf(provisionalBoard(settled, [], pays).league([4, 3, 2, 1, 0]))).toEqual([5, 2, 3, 1, 4])
  })

  test('an accuracy of nothing settled is 0, like one of nothing correct', () => {
    const settled = totalsOf([9, 9, 0, 0, 0], [9, 9, 0, 1, 4], [9, 9, 0, 0, 3])
    expect(idsOf(provisionalBoard(settled, [], pays).page(0, 9))).toEqual([2, 1, 3])
  })

  test('matches under way count as settled ones do, until they are no longer', () => {
    const before = totalsOf([15, 15, 0, 3, 3], [15, 15, 0, 4, 5], [10, 10, 0, 4, 5], [0, 0, 0, 0, 4])
    const board = provisionalBoard(before, [at(picksOf([1, 0, 2], [3, 2, 0], [4, 1, 0]), 1, 0)], pays)
    expect([...board.gains]).toEqual([0, 0, 5, 15])
    // All have 15 points: one exact score; accuracies 5/6, 4/5, 3/4.
    expect(idsOf(board.page(0, 9))).toEqual([4, 3, 2, 1])
    const over = provisionalBoard(before, [], pays, board)
    expect([...over.gains]).toEqual([0, 0, 0, 0])
    expect(idsOf(over.page(0, 9))).toEqual([1, 2, 3, 4])
  })

  test('each goal changes the points of its match only', () => {
    const settled = totalsOf([0, 0, 0, 0, 0], [0, 0, 0, 0, 0])
    const [one, other] = [picksOf([1, 1, 0], [2, 1, 1]), picksOf([1, 2, 2])]
    let board = provisionalBoard(settled, [], pays)
    const gainsAfter = (home: number, away: number) => {
      board = provisionalBoard(settled, [at(other, 0, 0), at(one, home, away)], pays, board)
      return [...board.gains]
    }
    expect([gainsAfter(0, 0), gainsAfter(1, 0), gainsAfter(1, 1), gainsAfter(2, 1), gainsAfter(2, 2)]).toEqual([
      [5, 5],
      [20, 0],
      [5, 15],
      [10, 0],
      [5, 5],
    ])
    // Computed from nothing where the totals are others.
    expect([...provisionalBoard(totalsOf([0, 0, 0, 0, 0]), [at(other, 0, 0)], pays, board).gains]).toEqual([5])
  })

  test('no pick has ten goals, so that a score with more is nobody’s exact one', () => {
    const settled = totalsOf([0, 0, 0, 0, 0], [0, 0, 0, 0, 0])
    const picks = picksOf([1, 1, 2], [2, 0, 9])
    const gainsAt = (home: number, away: number) => [...provisionalBoard(settled, [at(picks, home, away)], pays).gains]
    expect([gainsAt(0, 9), gainsAt(0, 13), gainsAt(1, 2)]).toEqual([
      [5, 15],
      [5, 5],
      [15, 5],
    ])
    expect([...provisionalBoard(settled, [at(picksOf([2, 9, 0]), 9, 0)], pays).gains]).toEqual([0, 15])
  })

  test('a league’s board is by match points', () => {
    const settled = totalsOf([50, 10, 0, 2, 2], [20, 20, 0, 4, 4], [0, 0, 0, 0, 0])
    const board = provisionalBoard(settled, [at(picksOf([1, 1, 0], [3, 2, 0]), 1, 0)], pays)
    expect(idsOf(board.league([0, 1, 2]))).toEqual([1, 2, 3])
    expect([0, 1, 2].map(board.matchPoints)).toEqual([25, 20, 5])
    expect(idsOf(board.league([2, 1]))).toEqual([2, 3])
  })
})

test('the code of a pick is the one in SQL', () => {
  expect([codeOf('home', null, null), codeOf('home', 2, 1), codeOf('draw', 0, 0), codeOf('away', 0, 9)]).toEqual([
    121, 156, 254, 384,
  ])
})

describe('the goals of a match', () => {
  test('R275: have the score, the side, and how many gain and lose; a goal taken back is one too', () => {
    const scores = [
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 0],
      [3, 0],
      [2, 0],
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
      ['2-0', null, true, 0, 0],
    ])
  })
})
