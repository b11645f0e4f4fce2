/** The only source of time: the system clock in production, a simulated one in `npm run simulate` and tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The clock's present time as ISO 8601 UTC, for the `at` of commands. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()
