import { expect, test } from 'vitest'
import { dayText, missingText, pushText, weekdayOrDate } from './reminder-words.ts'

test('R373: days are named in the zone', () => {
  const at = '2026-11-27T23:30:00.000Z'
  expect(dayText('2026-11-28T00:30:00.000Z', at, 'Europe/London')).toBe('tomorrow')
  expect(dayText('2026-11-28T00:30:00.000Z', at, 'Europe/Paris')).toBe('today')
  expect(dayText('2026-11-30T12:00:00.000Z', at, 'Europe/London')).toBe('on Monday')
  expect(dayText('2027-01-01T12:00:00.000Z', '2026-12-31T12:00:00.000Z', 'Europe/London')).toBe('tomorrow')
  expect(dayText('2027-02-01T12:00:00.000Z', '2027-01-31T12:00:00.000Z', 'Europe/London')).toBe('tomorrow')
})

test('R373: tomorrow is the next day when the clocks change, too', () => {
  // Half an hour before midnight, and the next day has 23 hours; half an hour after midnight of a day of 25.
  expect(dayText('2027-03-28T12:00:00.000Z', '2027-03-27T23:30:00.000Z', 'Europe/London')).toBe('tomorrow')
  expect(dayText('2027-03-29T12:00:00.000Z', '2027-03-27T23:30:00.000Z', 'Europe/London')).toBe('on Monday')
  expect(dayText('2026-10-26T12:00:00.000Z', '2026-10-24T23:30:00.000Z', 'Europe/London')).toBe('tomorrow')
})

test('R445: a day less than a week away is a weekday, a later one a date', () => {
  const at = '2026-11-27T23:30:00.000Z'
  expect(weekdayOrDate('2026-11-27T23:45:00.000Z', at, 'Europe/London')).toBe('Friday')
  expect(weekdayOrDate('2026-12-03T23:45:00.000Z', at, 'Europe/London')).toBe('Thursday')
  expect(weekdayOrDate('2026-12-04T00:15:00.000Z', at, 'Europe/London')).toBe('4 Dec')
})

test('R373: the number of missing picks', () => {
  expect([1, 2].map(missingText)).toEqual(['1 pick missing', '2 picks missing'])
})

test('R375: the text of a push message', () => {
  const reminder = { gameweek: 13, missing: 4, cutoff: '2026-11-28T14:55:00.000Z', firstMatch: 'Brentford v Burnley' }
  expect(pushText(reminder, '2026-11-27T14:55:00.000Z', 'Europe/Paris')).toEqual({
    title: '4 picks missing',
    body: 'Gameweek 13 closes tomorrow at 15:55. Brentford v Burnley first.',
  })
})
