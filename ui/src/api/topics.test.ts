import { expect, test } from 'vitest'
import { delayOf } from './topics.ts'

test('what everybody hears at once is read again over 400 ms, what one hears at once', () => {
  expect(delayOf('fixtures', 0)).toBe(0)
  expect(delayOf('fixtures', 0.999)).toBeLessThanOrEqual(400)
  expect(delayOf('leaderboard', 0.5)).toBe(200)
  expect(delayOf('notifications', 0.5)).toBe(200)
  expect(delayOf('predictions', 0.9)).toBe(0)
})
