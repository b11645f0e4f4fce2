import { expect, test } from 'vitest'
import { ranksOf } from './ranksOf.ts'

test('equal points share a rank: 1, 2, 2, 4', () => {
  expect(ranksOf([30, 20, 20, 10].map((totalPoints) => ({ totalPoints })))).toEqual([1, 2, 2, 4])
  expect(ranksOf([5, 5, 0].map((totalPoints) => ({ totalPoints })))).toEqual([1, 1, 3])
  expect(ranksOf([])).toEqual([])
})
