import { DAY, HOUR, MINUTE } from './durations.ts'

const full = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** `Sat, 29 Nov 2025, 17:30 GMT`, in the device's time zone. */
export function fullTime(iso: string): string {
  return full.format(new Date(iso))
}

/** `29 Nov, 17:30` */
export function shortTime(iso: string): string {
  return day.format(new Date(iso))
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** `3 Aug 2025` (docs/rules.md R66). */
export function dateText(iso: string): string {
  return date.format(new Date(iso))
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `18:02` */
export function timeText(iso: string): string {
  return time.format(new Date(iso))
}

/** `9m`, `3h`, `5d`: whole units, and at least a minute. */
export function ageText(iso: string, now: number): string {
  const age = Math.max(now - Date.parse(iso), MINUTE)
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  return age < DAY ? `${Math.floor(age / HOUR)}h` : `${Math.floor(age / DAY)}d`
}

/** `just now`, `20m ago`, `2h ago`, `6d ago`. */
export const agoShort = (iso: string, now: number): string =>
  now - Date.parse(iso) < MINUTE ? 'just now' : `${ageText(iso, now)} ago`
