/** Time zone of the matches, and of players who have not chosen one. */
export const UK_ZONE = 'Europe/London'

/** `UK time`, `Sydney time` */
export const zoneText = (zone: string): string =>
  zone === UK_ZONE ? 'UK time' : `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

/** A time (ISO 8601) in a zone, in British English. */
export const textIn = (iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(iso).toLocaleString('en-GB', { ...options, timeZone })

/** `14:55` in the zone. */
export const clockText = (iso: string, zone: string): string =>
  textIn(iso, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `Sat 28 Nov` in the zone. */
export const dateText = (iso: string, zone: string): string =>
  textIn(iso, zone, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')

/** `Sat 28 Nov at 14:55` in the zone. */
export const dateTimeText = (iso: string, zone: string): string => `${dateText(iso, zone)} at ${clockText(iso, zone)}`
