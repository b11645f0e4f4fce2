import type { ReminderSettings } from '../../../../src/areas/reminders/contract.ts'

/** Times of the United Kingdom until a time zone is chosen. */
const DEFAULT_ZONE = 'Europe/London'

export const zoneOf = ({ timeZone }: Pick<ReminderSettings, 'timeZone'>): string => timeZone ?? DEFAULT_ZONE

/** `UK time`, `Sydney time` */
export const zoneText = (zone: string): string =>
  zone === DEFAULT_ZONE ? 'UK time' : `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

/** `Fri 27 Nov at 14:55` in a time zone. */
export function timeIn(iso: string, timeZone: string): string {
  const at = new Date(iso)
  const day = at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return `${day.replace(',', '')} at ${clock}`
}

/** `a, b and c` */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)
