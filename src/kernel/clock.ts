/** The only source of time. Real at the edge, simulated in `npm run simulate` and tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601 UTC of a clock's now; what commands carry as `at`. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()
