/** The only source of time: the system clock in production, a simulated one in `npm run simulate` and tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Milliseconds by which the clocks of nodes may differ. A stored time that is further ahead is from a clock that was wrong and has been
 * corrected (docs/rules.md R308).
 */
export const MAX_SKEW_MS = 600_000

export const systemClock: Clock = { now: () => Date.now() }

/** The clock's present time as ISO 8601 UTC, for the `at` of commands. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()
