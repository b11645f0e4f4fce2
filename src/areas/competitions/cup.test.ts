import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawRound, playersIn, roundsFor, winnersOf } from './cup.ts'
import { scoresOf } from './ranking.ts'

/** Players in the order of joining: different ids in any order. */
const players = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 128 })
const seed = fc.integer({ min: 0, max: 2 ** 31 })

describe('the draw of a cup', () => {
  test('contains every player once', () => {
    fc.assert(
      fc.property(players, seed, (all, by) => {
        expect(playersIn(drawRound(all, by)).toSorted()).toEqual(all.toSorted())
      }),
    )
  })

  test('has a power of two of pairs, so that one player is left after the last round', () => {
    fc.assert(
      fc.property(players, seed, (all, by) => {
        expect(drawRound(all, by).length).toBe(2 ** (roundsFor(all.length) - 1))
      }),
    )
  })

  test('gives byes to the earliest joined', () => {
    fc.assert(
      fc.property(players, seed, (all, by) => {
        const free = drawRound(all, by).flatMap(({ home, away }) => (away === null ? [home] : []))
        expect(free.toSorted()).toEqual(all.slice(0, free.length).toSorted())
      }),
    )
  })

  test('follows from its seed alone', () => {
    fc.assert(
      fc.property(players, seed, (all, by) => {
        expect(drawRound(all, by)).toEqual(drawRound([...all], by))
      }),
    )
  })

  test('is the same in every version of the game: a drawn round is drawn again when a result is corrected', () => {
    expect(drawRound([1, 2, 3, 4, 5, 6], 5).map(({ home, away }) => [home, away])).toEqual([
      [2, null],
      [5, 3],
      [6, 4],
      [1, null],
    ])
  })

  test('differs with another seed', () => {
    const all = Array.from({ length: 64 }, (_, index) => index + 1)
    const draws = new Set(Array.from({ length: 50 }, (_, by) => JSON.stringify(drawRound(all, by))))
    expect(draws.size).toBe(50)
  })

  test('can pair any two players', () => {
    const opponents = new Set(
      Array.from({ length: 400 }, (_, by) => drawRound([1, 2, 3, 4, 5, 6, 7, 8], by)).flatMap((pairs) =>
        pairs.filter((pair) => playersIn([pair]).includes(1)).flatMap((pair) => playersIn([pair])),
      ),
    )
    expect([...opponents].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 3],
  [64, 6],
  [65, 7],
  [128, 7],
])('%i players take %i rounds', (count, rounds) => expect(roundsFor(count)).toBe(rounds))

describe('a tie', () => {
  const pair = [{ home: 1, away: 2 }]
  const winner = (home: [number, number], away: [number, number], joined = [1, 2]) =>
    winnersOf(
      pair,
      scoresOf([
        { userId: 1, points: home[0], exactScores: home[1] },
        { userId: 2, points: away[0], exactScores: away[1] },
      ]),
      joined,
    )

  test('goes to more points', () => expect(winner([10, 0], [15, 1])).toEqual([2]))
  test('on equal points to more exact scores', () => expect(winner([15, 0], [15, 1])).toEqual([2]))
  test('on equal exact scores to the earlier joined', () => {
    expect(winner([15, 1], [15, 1], [1, 2])).toEqual([1])
    expect(winner([15, 1], [15, 1], [2, 1])).toEqual([2])
  })
  test('without predictions to the earlier joined', () => expect(winnersOf(pair, new Map(), [2, 1])).toEqual([2]))
  test('with a bye is won', () => expect(winnersOf([{ home: 1, away: null }], new Map(), [1])).toEqual([1]))
  test('is lost by a player who has left, whatever their points', () =>
    expect(winner([40, 2], [0, 0], [2])).toEqual([2]))
  test('that both have left has no winner', () => expect(winner([40, 2], [0, 0], [])).toEqual([]))
})
