import { describe, expect, test } from 'vitest'
import { ageText } from './when.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const before = (ms: number) => new Date(NOW - ms).toISOString()
const MINUTE = 60_000

describe('a short age, as of news (R79)', () => {
  test.each([
    [0, '1m'],
    [-5 * MINUTE, '1m'],
    [9 * MINUTE, '9m'],
    [60 * MINUTE - 1, '59m'],
    [60 * MINUTE, '1h'],
    [24 * 60 * MINUTE - 1, '23h'],
    [24 * 60 * MINUTE, '1d'],
    [400 * 24 * 60 * MINUTE, '400d'],
  ])('%i ms ago is %s', (ms, text) => expect(ageText(before(ms), NOW)).toBe(text))
})
