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

/** `Sat, 29 Nov 2025, 17:30 GMT`, in the device's zone. */
export function fullTime(iso: string): string {
  return full.format(new Date(iso))
}

/** `29 Nov, 17:30` */
export function shortTime(iso: string): string {
  return day.format(new Date(iso))
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** `3 Aug 2025` */
export function dateText(iso: string): string {
  return date.format(new Date(iso))
}
