import { expect, test } from 'vitest'
import { zoneOffset } from './time-zone.ts'

const HOUR_MS = 3_600_000
const hours = (at: string, zone: string) => zoneOffset(Date.parse(at), zone) / HOUR_MS

test('the offset of a zone follows its clocks', () => {
  expect(['2027-03-28T00:59:59.999Z', '2027-03-28T01:00:00Z'].map((at) => hours(at, 'Europe/London'))).toEqual([0, 1])
  expect(['2026-10-25T00:59:59.999Z', '2026-10-25T01:00:00Z'].map((at) => hours(at, 'Europe/London'))).toEqual([1, 0])
  expect(hours('2026-12-31T23:30:00Z', 'Asia/Kolkata')).toBe(5.5)
  expect(hours('2027-01-01T03:30:00Z', 'America/New_York')).toBe(-5)
})

test('it has no part of a second', () => {
  expect(zoneOffset(1_234, 'UTC')).toBe(0)
  expect(zoneOffset(-1_234, 'UTC')).toBe(0)
})
