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

/** `today`, `tomorrow`, `on Saturday`: the day of a time in the zone, seen from `at`. */
export function dayText(iso: string, at: string, zone: string): string {
  if (calendarDay(iso, zone) === calendarDay(at, zone)) return 'today'
  const tomorrow = new Date(Date.parse(at) + 86_400_000).toISOString()
  return calendarDay(iso, zone) === calendarDay(tomorrow, zone) ? 'tomorrow' : `on ${weekdayText(iso, zone)}`
}

const calendarDay = (iso: string, zone: string): string => textIn(iso, zone, { dateStyle: 'short' })

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
