import { expect, test } from 'vitest'
import type { Position } from '../kernel/event.ts'
import { comparePositions, fromPosition, toPosition } from './counted-position.ts'
import { fromPosition as fromAllPosition, later, toPosition as toAllPosition } from './eventstoredb/position.ts'

const counted = toPosition(1_234)
const inAll = toAllPosition({ commit: 2n ** 63n - 1n, prepare: 5n })

test('positions are read as they were written, and sort as text', () => {
  expect([fromPosition(counted), fromPosition(null)]).toEqual([1_234, 0])
  expect(fromAllPosition(inAll)).toEqual({ commit: 2n ** 63n - 1n, prepare: 5n })
  expect(comparePositions(toPosition(9), toPosition(10))).toBe(-1)
  expect(comparePositions(toPosition(10), toPosition(9))).toBe(1)
  expect(comparePositions(toPosition(9), toPosition(9))).toBe(0)
  expect([later(null, toPosition(9)), later(toPosition(10), toPosition(9))]).toEqual([toPosition(9), toPosition(10)])
})

test('a position of another kind of log is refused', () => {
  for (const other of [inAll, '12', ''] as Position[]) expect(() => fromPosition(other)).toThrow(TypeError)
  for (const other of [counted, `${inAll}0`, ''] as Position[]) expect(() => fromAllPosition(other)).toThrow(TypeError)
})
