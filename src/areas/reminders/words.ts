import { DEFAULT_ZONE } from './schedule.ts'

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

/** `14:55` in the zone. */
export const clockText = (iso: string, zone: string): string =>
  formatted(iso, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `Saturday` in the zone. */
export const weekdayText = (iso: string, zone: string): string => formatted(iso, zone, { weekday: 'long' })

/** `today`, `tomorrow`, `on Saturday`: the day of a time in the zone, seen from `at`. */
export function dayText(iso: string, at: string, zone: string): string {
  if (dateText(iso, zone) === dateText(at, zone)) return 'today'
  const tomorrow = new Date(Date.parse(at) + 86_400_000).toISOString()
  return dateText(iso, zone) === dateText(tomorrow, zone) ? 'tomorrow' : `on ${weekdayText(iso, zone)}`
}

/** `UK time`, `Sydney time` */
export const zoneText = (zone: string): string =>
  zone === DEFAULT_ZONE ? 'UK time' : `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

/** `Sat 28 Nov at 14:55` in the zone. */
export const dateTimeText = (iso: string, zone: string): string =>
  `${formatted(iso, zone, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')} at ${clockText(iso, zone)}`

const dateText = (iso: string, zone: string): string => formatted(iso, zone, { dateStyle: 'short' })

const formatted = (iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(iso).toLocaleString('en-GB', { ...options, timeZone })
