/**
 * Bounds of the difference between the server's clock and the device's. A `Date` header has whole seconds, so each
 * response only gives a range. Several responses together give a narrow one.
 */
interface ClockEstimate {
  /** Minimum and maximum of server time minus device time, in ms. */
  readonly least: number
  readonly most: number
}

/**
 * Narrows the bounds by one response. Contradicting bounds mean that a clock was set: then only the newest response
 * counts.
 */
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
 * Returns the offset to apply, in ms: 0 while the device's clock may be right, so that a right clock is never changed.
 * Else the smallest possible offset, so that nothing closes before it does on the server.
 */
export function offsetOf(known: ClockEstimate | null): number {
  if (!known || (known.least <= 0 && known.most >= 0)) return 0
  return known.least
}

let known: ClockEstimate | null = null

/** `date` is the `Date` header of a response; the other times are the device's, in ms. */
export function noteServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const at = date ? Date.parse(date) : Number.NaN
  if (!Number.isNaN(at)) known = withAnswer(known, at, sentAt, receivedAt)
}

/** Current time of the server's clock, in ms. Cutoffs use it instead of the device's clock. */
export function serverNow(): number {
  return Date.now() + offsetOf(known)
}
