/** Formats of a zone are expensive to create, and a run of a job needs each of them many times. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Local time of a zone less UTC at an instant, in milliseconds. */
export function zoneOffset(at: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-US', { ...digits, second: '2-digit', hourCycle: 'h23', timeZone: zone })
    formats.set(zone, format)
  }
  // Such as `11/28/2026, 14:55:00`.
  const [month, day, year, ...time] = format.format(at).match(/\d+/g)!.map(Number) as [number, number, number]
  return Date.UTC(year, month - 1, day, ...time) - Math.floor(at / 1_000) * 1_000
}
