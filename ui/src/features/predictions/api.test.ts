import { expect, test } from 'vitest'
import { predictionSample } from '../../../../test/support/samples.ts'
import { withSaved } from './api.ts'

test('a saved pick replaces its older version', () => {
  const list = [predictionSample({ fixtureId: 1 }), predictionSample({ fixtureId: 2 })]
  const newer = predictionSample({ fixtureId: 2, predictedHomeScore: 3 })
  expect(withSaved(list, [newer])).toEqual([list[0], newer])
})

test('a first pick is prepended to the list, newest first', () => {
  const list = [predictionSample({ fixtureId: 1 })]
  expect(withSaved(list, [predictionSample({ fixtureId: 2 })]).map(({ fixtureId }) => fixtureId)).toEqual([2, 1])
})
