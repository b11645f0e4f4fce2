import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut } from './knockout.ts'
import { byScore, scoreOf, scoresOf } from './ranking.ts'

const field = fc
  .uniqueArray(
    fc.record({
      userId: fc.integer({ min: 1, max: 10_000 }),
      points: fc.integer({ min: 0, max: 4 }).map((n) => n * 5),
      exactScores: fc.integer({ min: 0, max: 2 }),
    }),
    { selector: ({ userId }) => userId, maxLength: 200 },
  )
  .map((scores) => ({ joined: scores.map(({ userId }) => userId), scores: scoresOf(scores) }))

describe('the cut of a knockout', () => {
  test('removes half of the players, rounded down', () => {
    fc.assert(
      fc.property(field, ({ joined, scores }) => {
        expect(cut(joined, scores).out.length).toBe(Math.floor(joined.length / 2))
      }),
    )
  })

  test('removes no player who did better than one who stays', () => {
    fc.assert(
      fc.property(field, ({ joined, scores }) => {
        const { players, out } = cut(joined, scores)
        const staying = players.filter(({ userId }) => !out.includes(userId))
        for (const stays of staying)
          for (const goes of out) {
            const order = byScore(stays, scoreOf(scores, goes))
            expect(order < 0 || (order === 0 && joined.indexOf(stays.userId) < joined.indexOf(goes))).toBe(true)
          }
      }),
    )
  })

  test('lists every player once, from best to last', () => {
    fc.assert(
      fc.property(field, ({ joined, scores }) => {
        const order = cut(joined, scores).players
        expect(order.map(({ userId }) => userId).toSorted()).toEqual(joined.toSorted())
        expect(order.toSorted(byScore)).toEqual(order)
      }),
    )
  })

  test('leaves one player after its rounds, for any number', () => {
    for (let count = 1; count <= 130; count++) {
      let left = Array.from({ length: count }, (_, index) => index)
      let rounds = 0
      for (; left.length > 1; rounds++) left = left.filter((id) => !cut(left, new Map()).out.includes(id))
      expect(rounds).toBe(Math.ceil(Math.log2(count)))
    }
  })

  test('removes one of three; on equal scores the last joined', () => {
    expect(cut([3, 1, 2], new Map()).out).toEqual([2])
  })
})
