import { expect, test } from 'vitest'
import { placesOf } from './placesOf.ts'

test('equal points share a place: 1, 2, 2, 4', () => {
  expect(placesOf([30, 20, 20, 10].map((totalPoints) => ({ totalPoints })))).toEqual([1, 2, 2, 4])
  expect(placesOf([5, 5, 0].map((totalPoints) => ({ totalPoints })))).toEqual([1, 1, 3])
  expect(placesOf([])).toEqual([])
})
