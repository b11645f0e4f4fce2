import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyRoster, isIn, playersOf, withoutPlayer, withPlayer } from './roster.ts'

test('contains players who have joined and not left, in order of joining', () => {
  const step = fc.record({ joins: fc.boolean(), userId: fc.integer({ min: 1, max: 600 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      let roster = emptyRoster
      let list: number[] = []
      for (const { joins, userId } of steps) {
        roster = joins ? withPlayer(roster, userId) : withoutPlayer(roster, userId)
        if (!joins) list = list.filter((id) => id !== userId)
        else if (!list.includes(userId)) list.push(userId)
      }
      expect([playersOf(roster), roster.count]).toEqual([list, list.length])
      for (const { userId } of steps) expect(isIn(roster, userId)).toBe(list.includes(userId))
    }),
  )
})

test('is immutable: a join returns a new roster', () => {
  const one = withPlayer(emptyRoster, 1)
  withPlayer(one, 257)
  expect([playersOf(emptyRoster), playersOf(one)]).toEqual([[], [1]])
})
