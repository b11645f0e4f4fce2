import { expect, test } from 'vitest'
import { isExpectedRejection } from './silence.ts'

test.each([
  '401: Unauthorized',
  'Not authenticated',
  'Web3 missing',
  'no wallet',
  'Coinbase',
  'Cross-Origin-Opener-Policy',
])('an unhandled rejection about "%s" is silenced', (message) => {
  expect(isExpectedRejection(new Error(message))).toBe(true)
  expect(isExpectedRejection(message)).toBe(true)
})

test('any other rejection is reported', () => {
  expect(isExpectedRejection(new Error('500: broken'))).toBe(false)
  expect(isExpectedRejection(undefined)).toBe(false)
})
