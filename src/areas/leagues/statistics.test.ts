import { expect, test } from 'vitest'
import { meanAccuracy, mostAccurate } from './statistics.ts'
import { trendOf } from './trend.ts'

const counts = (correctPredictions: number, settledPredictions: number) => ({ correctPredictions, settledPredictions })

test('the average accuracy is the mean of members with settled predictions', () => {
  expect(meanAccuracy([counts(1, 2), counts(10, 10), counts(0, 0)])).toBe(75)
  expect(meanAccuracy([counts(0, 0)])).toBe(0)
  expect(meanAccuracy([counts(1, 1), counts(0, 1), counts(0, 1), counts(0, 1)])).toBe(25)
})

test('the trend compares predictions of 7 days with the 7 before: more than 10 % up or down', () => {
  expect([trendOf(11, 10), trendOf(12, 10), trendOf(9, 10), trendOf(8, 10)]).toEqual([
    'stable',
    'increasing',
    'stable',
    'decreasing',
  ])
  expect([trendOf(0, 0), trendOf(1, 0), trendOf(0, 1)]).toEqual(['stable', 'increasing', 'decreasing'])
})

test('most accurate is by the exact fraction, then by more settled predictions', () => {
  expect(mostAccurate([counts(2, 3), counts(667, 1000), counts(4, 6)])).toEqual(counts(667, 1000))
  expect(mostAccurate([counts(2, 3), counts(4, 6)])).toEqual(counts(4, 6))
  expect(mostAccurate([counts(4, 6), counts(2, 3)])).toEqual(counts(4, 6))
  expect(mostAccurate([counts(2, 3), counts(30, 60)])).toEqual(counts(2, 3))
  const [first, second] = [counts(2, 3), counts(2, 3)]
  expect(mostAccurate([first, second])).toBe(first)
  expect(mostAccurate([counts(0, 5)])).toBeNull()
})
