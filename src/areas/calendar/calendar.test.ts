import ICAL from 'ical.js'
import nodeIcal, { type VAlarm, type VEvent } from 'node-ical'
import { describe, expect, test } from 'vitest'
import type { Fixture, Team } from '../fixtures/contract.ts'
import { calendarOf } from './calendar.ts'
import type { CalendarQuery } from './contract.ts'

const AT = '2026-11-27T09:00:00.000Z'

const team = (id: number, shortName: string) => ({ id, shortName }) as Team
const [EVERTON, NEWCASTLE, SPURS, NOBODY] = [
  team(1, 'Everton'),
  team(2, 'Newcastle'),
  team(3, 'Spurs; “Lilywhites”, N17'),
  team(4, 'Wolverhampton Wanderers of the West Midlands'),
]

function fixture(id: number, kickoffTime: string | null, [home, away]: readonly [Team, Team], more = {}): Fixture {
  const cutoffTime = kickoffTime && new Date(Date.parse(kickoffTime) - 300_000).toISOString()
  return {
    ...{ id, season: '2026-27', gameweek: 13, kickoffTime, cutoffTime, movedAt: null, isOpen: true },
    ...{ status: 'SCHEDULED', homeTeamId: home.id, awayTeamId: away.id, homeTeam: home, awayTeam: away },
    ...{ homeScore: null, awayScore: null, awardedResult: null, resultByHand: false },
    ...more,
  } as Fixture
}

const saturday = '2026-11-28T15:00:00.000Z'
const fixtures = [
  fixture(1, saturday, [EVERTON, NEWCASTLE]),
  fixture(2, saturday, [SPURS, NOBODY]),
  fixture(3, '2026-11-29T16:30:00.000Z', [NEWCASTLE, SPURS], { movedAt: '2026-11-20T10:00:00.000Z' }),
]

/** An entry as a calendar shows it; `alarm`: minutes before its start. */
interface Shown {
  readonly uid: string
  readonly start: string
  readonly end: string
  readonly summary: string
  readonly alarm: number | null
}

const parsers: readonly [name: string, parse: (text: string) => readonly Shown[]][] = [
  [
    'ical.js',
    (text) =>
      new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
        const event = new ICAL.Event(component)
        const trigger = component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')
        return {
          uid: event.uid,
          start: event.startDate.toJSDate().toISOString(),
          end: event.endDate.toJSDate().toISOString(),
          summary: event.summary,
          alarm: trigger instanceof ICAL.Duration ? -trigger.toSeconds() / 60 : null,
        }
      }),
  ],
  [
    'node-ical',
    (text) =>
      Object.values(nodeIcal.sync.parseICS(text))
        .filter((entry): entry is VEvent => entry?.type === 'VEVENT')
        .map(({ uid, start, end, summary, alarms }) => ({
          ...{ uid, start: start.toISOString(), end: end!.toISOString(), summary: `${summary}` },
          alarm: alarms?.[0] ? minutesOf(alarms[0]) : null,
        })),
  ],
]

/** Minutes of an alarm’s trigger, e.g. `-PT1H`. */
function minutesOf({ trigger }: VAlarm): number {
  const [, hours = '0', minutes = '0'] = /^-PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(`${trigger}`)!
  return Number(hours) * 60 + Number(minutes)
}

const written = (of: readonly Fixture[], query: CalendarQuery = {}) =>
  calendarOf(of, { season: '2026-27', origin: 'https://plp.example', at: AT, ...query })

describe.each(parsers)('%s reads', (_name, parse) => {
  const entries = (of: readonly Fixture[], query?: CalendarQuery) => parse(written(of, query))
  const summaries = (of: readonly Fixture[], query?: CalendarQuery) => entries(of, query).map(({ summary }) => summary)

  test('R360: each match with its kick-off, and each cutoff once with an alarm an hour before', () => {
    expect(entries(fixtures)).toEqual([
      {
        ...{ uid: 'match-1@plp', start: saturday, end: '2026-11-28T17:00:00.000Z' },
        ...{ summary: 'Everton v Newcastle', alarm: null },
      },
      {
        ...{ uid: 'match-2@plp', start: saturday, end: '2026-11-28T17:00:00.000Z', alarm: null },
        summary: 'Spurs; “Lilywhites”, N17 v Wolverhampton Wanderers of the West Midlands',
      },
      {
        ...{ uid: 'match-3@plp', start: '2026-11-29T16:30:00.000Z', end: '2026-11-29T18:30:00.000Z', alarm: null },
        summary: 'Newcastle v Spurs; “Lilywhites”, N17',
      },
      {
        ...{ uid: 'cutoff-13-20261128T145500000Z@plp', start: '2026-11-28T14:55:00.000Z', end: saturday },
        ...{ summary: 'Gameweek 13: 2 matches close', alarm: 60 },
      },
      {
        ...{ uid: 'cutoff-13-20261129T162500000Z@plp', start: '2026-11-29T16:25:00.000Z' },
        end: '2026-11-29T16:30:00.000Z',
        ...{ summary: 'Gameweek 13: Newcastle v Spurs; “Lilywhites”, N17 closes', alarm: 60 },
      },
    ])
  })

  test('R361: a moved match under the same id at its new time; none that is cancelled, postponed or without a date', () => {
    const [first, second, third] = fixtures as [Fixture, Fixture, Fixture]
    const moved = fixture(1, '2026-12-02T20:00:00.000Z', [EVERTON, NEWCASTLE], { movedAt: AT })
    expect(entries([moved])[0]).toMatchObject({ uid: 'match-1@plp', start: '2026-12-02T20:00:00.000Z' })
    const gone = [
      { ...first, status: 'CANCELLED' as const },
      { ...second, status: 'POSTPONED' as const },
      fixture(4, null, [EVERTON, SPURS]),
    ]
    expect(summaries([...gone, third]).filter((each) => each.includes(' v '))).toHaveLength(2)
    expect(summaries(gone)).toEqual([])
  })

  test('R421: the cutoff of a match that is moved after it stays five minutes long', () => {
    const moved = {
      ...fixture(1, '2026-12-16T20:00:00.000Z', [EVERTON, NEWCASTLE]),
      cutoffTime: fixtures[0]!.cutoffTime,
    }
    expect(entries([moved])[1]).toMatchObject({ start: '2026-11-28T14:55:00.000Z', end: saturday })
  })

  test('R362: only the matches of a club, or only cutoffs', () => {
    expect(summaries(fixtures, { club: 1 })).toEqual(['Everton v Newcastle', 'Gameweek 13: Everton v Newcastle closes'])
    expect(entries(fixtures, { only: 'cutoffs' }).map(({ alarm }) => alarm)).toEqual([60, 60])
  })
})

test('R361: each new date of a match has a higher sequence number, and lines have at most 75 bytes', () => {
  const sequenceOf = (movedAt: string | null) =>
    Number(/^SEQUENCE:(\d+)/m.exec(written([{ ...fixtures[0]!, movedAt }]))![1])
  const sequences = [null, '2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z'].map(sequenceOf)
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
  expect(sequences[0]).toBe(0)
  expect(Math.max(...sequences), 'an integer of iCalendar').toBeLessThan(2 ** 31)
  expect(written(fixtures)).toContain('\r\nX-PUBLISHED-TTL:PT1H\r\n')
  const lines = written(fixtures).split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})
