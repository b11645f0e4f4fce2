import { describe, expect, test } from 'vitest'
import { fixtureSample, predictionSample } from '../../../../test/support/samples.ts'
import { recentOf, scoreLine, settledVerdict, statusOf } from './model.ts'

const ended = fixtureSample({ status: 'FINISHED', homeScore: 3, awayScore: 1 })

describe('the status of a recent prediction', () => {
  test.each([
    ['exact', 'correct'],
    ['correct', 'correct'],
    ['wrong', 'incorrect'],
    ['void', 'pending'],
    [null, 'pending'],
  ] as const)('finished, and the verdict is %s: %s', (verdict, status) => {
    expect(statusOf(settledVerdict(predictionSample({ fixture: ended, verdict })))).toBe(status)
  })

  test('not finished: pending', () => {
    expect(statusOf(settledVerdict(predictionSample({ verdict: 'exact' })))).toBe('pending')
  })
})

test('the last five, newest first', () => {
  const predictions = [3, 7, 1, 6, 2, 5, 4].map((id) =>
    predictionSample({ id, updatedAt: new Date(Date.UTC(2025, 10, id)).toISOString() }),
  )
  expect(recentOf(predictions).map((prediction) => prediction.id)).toEqual([7, 6, 5, 4, 3])
})

test('picks saved at once keep one order', () => {
  expect(
    recentOf([predictionSample({ id: 1 }), predictionSample({ id: 2 })]).map((prediction) => prediction.id),
  ).toEqual([2, 1])
})

test('the score line shows the state and score of the match', () => {
  expect(scoreLine(ended, false)).toBe('FT 3–1')
  expect(scoreLine(fixtureSample({ status: 'LIVE', homeScore: 0, awayScore: 2 }), true)).toBe('Live 0–2')
  expect(scoreLine(fixtureSample({ status: 'SCHEDULED' }), true)).toBe('Live')
  expect(scoreLine(fixtureSample({ status: 'FINISHED', awardedResult: 'home' }), false)).toBe('Awarded')
  expect(scoreLine(fixtureSample({ status: 'POSTPONED' }), false)).toBe('Postponed')
  expect(scoreLine(fixtureSample({ status: 'CANCELLED' }), false)).toBe('Cancelled')
  expect(scoreLine(fixtureSample(), false)).toBeNull()
})
