/**
 * The server's clock as seen from here. A `Date` header has whole seconds, so each answer says only between which two numbers
 * of milliseconds the difference lies; what several answers say together is narrow.
 */
interface ClockEstimate {
  /** Server time minus device time, in ms: at least, at most. */
  readonly least: number
  readonly most: number
}

/** Takes in one answer. Bounds that cannot both be true mean that a clock was set: the newest answer counts alone. */
export function withAnswer(
  known: ClockEstimate | null,
  date: number,
  sentAt: number,
  receivedAt: number,
): ClockEstimate {
  const answer = { least: date - receivedAt, most: date + 999 - sentAt }
  if (!known) return answer
  const least = Math.max(known.least, answer.least)
  const most = Math.min(known.most, answer.most)
  return least <= most ? { least, most } : answer
}

/**
 * The difference to reckon with: none while none is proved, so that a right clock is never moved; else the least that is, so that
 * nothing closes here before it does on the server.
 */
export function offsetOf(known: ClockEstimate | null): number {
  if (!known || (known.least <= 0 && known.most >= 0)) return 0
  return known.least
}

let known: ClockEstimate | null = null

/** `date` is an answer's `Date` header; the times are the device's, in ms. */
export function noteServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const at = date ? Date.parse(date) : Number.NaN
  if (!Number.isNaN(at)) known = withAnswer(known, at, sentAt, receivedAt)
}

/** Now by the server's clock, in ms: lock times go by it, not by the device's. */
export function serverNow(): number {
  return Date.now() + offsetOf(known)
}
