import { clockText, textIn } from './time-zones.ts'

/** An open match without the player’s pick. */
export interface MissingPick {
  /** ISO 8601. */
  readonly cutoff: string
  readonly home: string
  readonly away: string
}

/** `1 pick missing`, `4 picks missing` */
export const missingText = (count: number): string => `${count} ${count === 1 ? 'pick' : 'picks'} missing`

export const matchText = ({ home, away }: MissingPick): string => `${home} v ${away}`

/** `Saturday` in the zone. */
export const weekdayText = (iso: string, zone: string): string => textIn(iso, zone, { weekday: 'long' })

/** `Saturday`, or `3 Feb` a week or more from `at`. */
export const weekdayOrDate = (iso: string, at: string, zone: string): string =>
  calendarDay(iso, zone) - calendarDay(at, zone) < 7
    ? weekdayText(iso, zone)
    : textIn(iso, zone, { day: 'numeric', month: 'short' })

/** `today`, `tomorrow`, `on Saturday`: the day of a time in the zone, seen from `at`. */
export function dayText(iso: string, at: string, zone: string): string {
  const days = calendarDay(iso, zone) - calendarDay(at, zone)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `on ${weekdayText(iso, zone)}`
}

/** Days since 1970 of a time in the zone. Days on which the clocks change have 23 or 25 hours. */
function calendarDay(iso: string, zone: string): number {
  const [day, month, year] = textIn(iso, zone, { dateStyle: 'short' }).split('/').map(Number) as [
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day) / 86_400_000
}

interface PushReminder {
  readonly gameweek: number
  readonly missing: number
  /** Cutoff of the first missing pick, ISO 8601. */
  readonly cutoff: string
  /** `Brentford v Burnley` */
  readonly firstMatch: string
}

/** Title and text of a push message that is sent at a time, in the player’s zone. */
export const pushText = ({ gameweek, missing, cutoff, firstMatch }: PushReminder, at: string, zone: string) => ({
  title: missingText(missing),
  body: `Gameweek ${gameweek} closes ${dayText(cutoff, at, zone)} at ${clockText(cutoff, zone)}. ${firstMatch} first.`,
})
