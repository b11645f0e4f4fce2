import ical, { ICalAlarmType, type ICalCalendar } from 'ical-generator'
import { CUTOFF_MINUTES } from '../../contracts/rules.ts'
import type { Fixture } from '../fixtures/contract.ts'
import type { CalendarQuery } from './contract.ts'

const MINUTE_MS = 60_000
/** Length of a match with its break and added time. */
const MATCH_MINUTES = 120
/** Time of the alarm before a cutoff, in seconds. */
const ALARM_BEFORE_S = 3_600
/** Seconds after which calendars read again. */
const READ_AGAIN_S = 3_600

interface CalendarOf extends CalendarQuery {
  readonly season: string
  /** Origin of links, e.g. `https://plp.example`. */
  readonly origin: string
  /** Time at which the calendar is written, ISO 8601. */
  readonly at: string
}

interface Dated extends Fixture {
  readonly kickoffTime: string
  readonly cutoffTime: string
}

/**
 * The fixtures of a season as iCalendar (RFC 5545): an entry for each match with a date, and one for each time at which
 * predictions close, with an alarm an hour before (docs/rules.md R360, R361). Entries have no data of the reader.
 */
export function calendarOf(fixtures: readonly Fixture[], { season, origin, at, club, only }: CalendarOf): string {
  const shown = fixtures.filter(
    (fixture): fixture is Dated => isDated(fixture) && (club === undefined || hasClub(fixture, club)),
  )
  const calendar = ical({
    name: `PLP ${season}`.trim(),
    prodId: { company: 'PLP', product: 'Fixtures', language: 'EN' },
    ttl: READ_AGAIN_S,
  })
  const stamp = new Date(at)
  if (only === undefined) for (const fixture of shown) addMatch(calendar, fixture, { origin, stamp })
  for (const closing of Map.groupBy(shown, ({ gameweek, cutoffTime }) => `${gameweek} ${cutoffTime}`).values())
    addCutoff(calendar, closing, { origin, stamp })
  return calendar.toString()
}

/** A postponed match has a date again once it is rescheduled. */
const isDated = ({ kickoffTime, cutoffTime, status }: Fixture): boolean =>
  kickoffTime !== null && cutoffTime !== null && status !== 'CANCELLED' && status !== 'POSTPONED'

const hasClub = ({ homeTeamId, awayTeamId }: Fixture, club: number): boolean =>
  homeTeamId === club || awayTeamId === club

const nameOf = ({ homeTeam, awayTeam }: Fixture): string => `${homeTeam.shortName} v ${awayTeam.shortName}`

const later = (time: string, minutes: number): Date => new Date(Date.parse(time) + minutes * MINUTE_MS)

interface Entry {
  readonly origin: string
  readonly stamp: Date
}

function addMatch(calendar: ICalCalendar, fixture: Dated, { origin, stamp }: Entry): void {
  const { id, gameweek, kickoffTime, movedAt } = fixture
  calendar.createEvent({
    id: `match-${id}@plp`,
    stamp,
    start: new Date(kickoffTime),
    end: later(kickoffTime, MATCH_MINUTES),
    summary: nameOf(fixture),
    description: `Gameweek ${gameweek}. Predictions close 5 minutes before kickoff.`,
    url: `${origin}/fixtures/${id}`,
    // Increases with each new date.
    sequence: movedAt === null ? 0 : Math.floor(Date.parse(movedAt) / MINUTE_MS),
  })
}

function addCutoff(calendar: ICalCalendar, closing: readonly Dated[], { origin, stamp }: Entry): void {
  const { gameweek, cutoffTime } = closing[0]!
  const what = closing.length === 1 ? nameOf(closing[0]!) : `${closing.length} matches`
  const summary = `Gameweek ${gameweek}: ${what} ${closing.length === 1 ? 'closes' : 'close'}`
  calendar.createEvent({
    id: `cutoff-${gameweek}-${cutoffTime.replaceAll(/[-:.]/g, '')}@plp`,
    stamp,
    start: new Date(cutoffTime),
    // Not the kickoff: a match that has closed may be moved.
    end: later(cutoffTime, CUTOFF_MINUTES),
    summary,
    description: closing.map(nameOf).join('\n'),
    url: `${origin}/`,
    alarms: [{ type: ICalAlarmType.display, trigger: ALARM_BEFORE_S, description: `${summary} in an hour` }],
  })
}
