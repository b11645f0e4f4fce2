import { expect, test } from 'vitest'
import type { LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { accuracyOf, activityValue, rowApart } from './model.ts'

test('the reader’s row is separate if it is not on the page', () => {
  const row = (id: number) => ({ id }) as LeagueStanding
  expect(rowApart([row(1), row(2)], row(2))).toBeNull()
  expect(rowApart([row(1), row(2)], row(3))).toEqual(row(3))
  expect(rowApart([row(1)], null)).toBeNull()
})

test('accuracy has one decimal, and is 0 without predictions', () => {
  expect(accuracyOf({ correctPredictions: 1, settledPredictions: 3 })).toBe('33.3%')
  expect(accuracyOf({ correctPredictions: 0, settledPredictions: 0 })).toBe('0.0%')
})

test('the activity bar has the value 80, 30 or 50', () => {
  expect([activityValue('increasing'), activityValue('decreasing'), activityValue('stable')]).toEqual([80, 30, 50])
})
