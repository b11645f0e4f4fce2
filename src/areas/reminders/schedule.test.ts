import { describe, expect, test } from 'vitest'
import type { ReminderTime } from './contract.ts'
import { dueAt, dueReminders, LONGEST_LEAD_MS, quietUntil, timeZoneOf } from './schedule.ts'

const LONDON = 'Europe/London'
const at = Date.parse
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const due = (closes: string, when: ReminderTime = 'day', zone = LONDON) =>
  iso(dueAt({ closes: at(closes), when, zone }))

describe('a reminder is due (R370)', () => {
  test.each([
    ['day', '2026-11-27T14:55:00.000Z'],
    ['evening', '2026-11-27T19:00:00.000Z'],
    ['late', '2026-11-28T12:55:00.000Z'],
  ] as const)('%s: by the hour that the player has chosen', (when, expected) => {
    expect(due('2026-11-28T14:55:00.000Z', when)).toBe(expected)
  })

  test('on the evening before the day of the cutoff in the player’s zone', () => {
    // 01:55 on Sunday in Sydney.
    expect(due('2026-11-28T14:55:00.000Z', 'evening', 'Australia/Sydney')).toBe('2026-11-28T08:00:00.000Z')
    // 23:55 on Friday in Honolulu.
    expect(due('2026-11-28T09:55:00.000Z', 'evening', 'Pacific/Honolulu')).toBe('2026-11-27T05:00:00.000Z')
  })
})

describe('quiet hours, 22:00 to 08:00 in the player’s zone (R371)', () => {
  test.each([
    // 06:25 and 04:25 in the morning.
    ['2026-11-28T12:30:00.000Z', 'day', 'America/New_York', '2026-11-27T02:30:00.000Z'],
    ['2026-11-28T12:25:00.000Z', 'day', 'America/Los_Angeles', '2026-11-27T05:30:00.000Z'],
    // 23:00 in the evening.
    ['2026-11-28T15:00:00.000Z', 'late', 'Asia/Seoul', '2026-11-28T12:30:00.000Z'],
    ['2026-11-29T08:30:00.000Z', 'late', LONDON, '2026-11-28T21:30:00.000Z'],
  ] as const)('%s, %s, %s: goes out before they begin', (closes, when, zone, expected) => {
    expect(due(closes, when, zone)).toBe(expected)
  })

  test('they begin at 22:00 and end at 08:00', () => {
    const until = (time: string) => iso(quietUntil(at(`2026-11-27T${time}.000Z`), LONDON))
    expect(['21:59:59', '22:00:00', '23:30:00'].map(until)).toEqual([
      null,
      '2026-11-28T08:00:00.000Z',
      '2026-11-28T08:00:00.000Z',
    ])
    expect(['00:00:00', '07:59:59', '08:00:00'].map(until)).toEqual([
      '2026-11-27T08:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
      null,
    ])
  })

  test('by the clock on the wall when it changes', () => {
    // Clocks go back on 25 October 2026, forward on 28 March 2027.
    expect(iso(quietUntil(at('2026-10-24T21:30:00Z'), LONDON))).toBe('2026-10-25T08:00:00.000Z')
    expect(iso(quietUntil(at('2027-03-27T22:30:00Z'), LONDON))).toBe('2027-03-28T07:00:00.000Z')
    // 24 hours before 08:30 after the change is 09:30 before it.
    expect(due('2026-10-25T08:30:00.000Z')).toBe('2026-10-24T08:30:00.000Z')
    // 24 hours before 08:30 summer time is 07:30 winter time: quiet.
    expect(due('2027-03-28T07:30:00.000Z')).toBe('2027-03-26T21:30:00.000Z')
    expect(due('2027-03-28T14:55:00.000Z', 'evening')).toBe('2027-03-27T19:00:00.000Z')
    // 24 hours before 07:59 winter time, moved to 21:30 summer time: the longest lead.
    const [closes, dueTime] = ['2026-10-26T07:59:00.000Z', '2026-10-24T20:30:00.000Z']
    expect(due(closes)).toBe(dueTime)
    expect(at(closes) - at(dueTime)).toBeLessThanOrEqual(LONGEST_LEAD_MS)
    // An island whose clocks change by half an hour.
    expect(due('2026-10-04T02:00:00.000Z', 'evening', 'Australia/Lord_Howe')).toBe('2026-10-03T08:30:00.000Z')
  })

  test('never at a quiet time, always before the cutoff and within the longest lead, in every zone and at every hour', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      for (let hour = 0; hour < 24; hour += 5)
        for (const when of ['day', 'evening', 'late'] as const)
          for (const day of ['2026-10-25', '2027-03-14']) {
            const closes = at(`${day}T00:25:00Z`) + hour * 3_600_000
            const time = dueAt({ closes, when, zone })
            expect([zone, quietUntil(time, zone)]).toEqual([zone, null])
            expect(time).toBeLessThan(closes)
            expect(closes - time).toBeLessThanOrEqual(LONGEST_LEAD_MS)
          }
  })
})

test('R370: reminders of several cutoffs and choices are due, each once', () => {
  const [first, second, third] = ['2026-11-28T12:25:00.000Z', '2026-11-28T14:55:00.000Z', '2026-11-29T14:55:00.000Z']
  const closing = [
    { gameweek: 13, cutoff: first },
    { gameweek: 13, cutoff: second },
    { gameweek: 12, cutoff: second },
    { gameweek: 14, cutoff: third },
  ]
  const [day, late] = [
    { when: 'day', zone: LONDON },
    { when: 'late', zone: LONDON },
  ] as const
  const dueOf = (time: string) => dueReminders(closing, [day, late, day], time)
  expect(dueOf('2026-11-27T12:24:59.999Z')).toEqual({ due: [], gameweeks: [] })
  expect(dueOf('2026-11-27T12:25:00.000Z')).toEqual({ due: [{ cutoff: first, ...day }], gameweeks: [13] })
  expect(dueOf('2026-11-28T10:25:00.000Z')).toEqual({
    due: [
      { cutoff: first, ...day },
      { cutoff: first, ...late },
      { cutoff: second, ...day },
    ],
    gameweeks: [13, 12],
  })
})

test('names of time zones', () => {
  expect(['Europe/London', 'europe/london', 'UTC'].map(timeZoneOf)).toEqual(['Europe/London', 'Europe/London', 'UTC'])
  expect(['', 'Mars/Olympus', '+02:00', "Europe/London'"].map(timeZoneOf)).toEqual([null, null, null, null])
})
