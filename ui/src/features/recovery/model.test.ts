import { expect, test } from 'vitest'
import { tryAgainIn } from './model.ts'

test.each([
  [840, 'Try again in 14 minutes.'],
  [10, 'Try again in 1 minute.'],
  [undefined, 'Try again in 1 minute.'],
  [86_400, 'Try again in 24 hours.'],
])('after %s seconds: %s', (seconds, sentence) => expect(tryAgainIn(seconds)).toBe(sentence))
