import { zoneOffset } from '../../kernel/time-zone.ts'
import type { ReminderTime } from './contract.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Quiet hours in the player’s time zone: no mail and no push from 22:00 to 08:00 (docs/rules.md R371). */
const QUIET_FROM = 22
const QUIET_TO = 8
/** Minutes before quiet hours at which a reminder that falls into them is due, so that all are delivered in time. */
const BEFORE_QUIET_MIN = 30
const EVENING = 19

/** The longest time in milliseconds between a reminder and the cutoff it is for. */
export const LONGEST_LEAD_MS = 36 * HOUR_MS

/** When a player is reminded of matches that close at a time. */
interface Reminding {
  /** Cutoff of the first missing pick, in milliseconds. */
  readonly closes: number
  readonly when: ReminderTime
  readonly zone: string
}

/** When the reminder is due, in milliseconds. A time within quiet hours is moved before them. */
export function dueAt({ closes, when, zone }: Reminding): number {
  const chosen = chosenTime({ closes, when, zone })
  if (!isQuiet(chosen, zone)) return chosen
  const { day, hour } = wallClock(chosen, zone)
  return timeAt(hour < QUIET_TO ? day - 1 : day, QUIET_FROM, zone) - BEFORE_QUIET_MIN * MINUTE_MS
}

function chosenTime({ closes, when, zone }: Reminding): number {
  switch (when) {
    case 'day':
      return closes - 24 * HOUR_MS
    case 'evening':
      return timeAt(wallClock(closes, zone).day - 1, EVENING, zone)
    case 'late':
      return closes - 2 * HOUR_MS
  }
}

/** When players are reminded, and where they are. */
export type Choice = Pick<Reminding, 'when' | 'zone'>

/** Matches of a gameweek that close at a time, ISO 8601. */
export interface Closing {
  readonly gameweek: number
  readonly cutoff: string
}

/** Players with this choice whose first missing pick closes at `cutoff` are to be reminded now. */
export interface Due extends Choice {
  readonly cutoff: string
}

/** Which reminders are due at a time (ISO 8601), each once, and the gameweeks that they are of. */
export function dueReminders(closing: readonly Closing[], choices: readonly Choice[], at: string) {
  const cutoffs = new Set(closing.map(({ cutoff }) => cutoff))
  const distinct = new Map(choices.map(({ when, zone }) => [`${when} ${zone}`, { when, zone }]))
  const due = [...cutoffs].flatMap((cutoff): readonly Due[] =>
    [...distinct.values()]
      .filter((choice) => dueAt({ closes: Date.parse(cutoff), ...choice }) <= Date.parse(at))
      .map((choice) => ({ cutoff, ...choice })),
  )
  const isDue = ({ cutoff }: Closing) => due.some((each) => each.cutoff === cutoff)
  return { due, gameweeks: [...new Set(closing.filter(isDue).map(({ gameweek }) => gameweek))] }
}

/** End of the quiet hours that a time is in, in milliseconds; null outside them. */
export function quietUntil(at: number, zone: string): number | null {
  if (!isQuiet(at, zone)) return null
  const { day, hour } = wallClock(at, zone)
  return timeAt(hour < QUIET_TO ? day : day + 1, QUIET_TO, zone)
}

function isQuiet(at: number, zone: string): boolean {
  const { hour } = wallClock(at, zone)
  return hour >= QUIET_FROM || hour < QUIET_TO
}

/** A time in a zone: days since 1970 there, and the hour. */
interface WallClock {
  readonly day: number
  readonly hour: number
}

const DAY_MS = 24 * HOUR_MS

function wallClock(at: number, zone: string): WallClock {
  const local = at + zoneOffset(at, zone)
  const day = Math.floor(local / DAY_MS)
  return { day, hour: Math.floor((local - day * DAY_MS) / HOUR_MS) }
}

/** The full hour of a day in a zone, in milliseconds. An hour that a change of the clocks skips is the one after it. */
function timeAt(day: number, hour: number, zone: string): number {
  const local = day * DAY_MS + hour * HOUR_MS
  const guess = local - zoneOffset(local, zone)
  return local - zoneOffset(guess, zone)
}

/** The name of a time zone as it is stored, such as `Europe/London`; null if there is none of this name. */
export function timeZoneOf(name: string): string | null {
  // Offsets such as `+02:00` do not follow the clocks of a place.
  if (!/^[a-z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
