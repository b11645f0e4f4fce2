/** `most` in so many seconds of the clock: a window starts with every full `seconds` since 1970, a day with midnight UTC. */
interface Rate {
  readonly most: number
  readonly seconds: number
}

/** How often a player may do something, on all nodes together. */
export interface Quota {
  /** Its row of `app.allowances`. */
  readonly name: string
  readonly rates: readonly Rate[]
  /** Events that one use adds to the log at most, including those of reactors. */
  readonly events: number
  /** The text of the 429. */
  readonly message: string
}

export const MINUTE = 60
export const HOUR = 3_600
export const DAY = 86_400

/** In the order in which their counts are stored. */
const WINDOWS = { per5Seconds: 5, perMinute: MINUTE, perHour: HOUR, perDay: DAY } as const

type Limits = Partial<Record<keyof typeof WINDOWS, number>> & {
  /** 1 when left out. */
  readonly events?: number
}

/**
 * Declares a quota. The sum of the events that one player's calls add to the log in a day is bounded (`src/kernel/quota.test.ts`).
 * The limits leave room for a player of the liveliest league: ten picks of a gameweek can be changed twelve times in a minute.
 */
export function quota(
  name: string,
  { events = 1, ...limits }: Limits,
  message = 'You are doing this too fast. Please wait a moment.',
): Quota {
  const rates = Object.entries(WINDOWS).flatMap(([window, seconds]) => {
    const most = limits[window as keyof typeof WINDOWS]
    return most === undefined ? [] : [{ most, seconds }]
  })
  return { name, rates, events, message }
}

/** Of no area: each is a row that is kept for a day. */
export const idempotencyKeys = quota(
  'idempotency-keys',
  { perDay: 1_000, events: 0 },
  'You have used 1,000 Idempotency-Keys today. Please send without one, or go on tomorrow.',
)

/** One use, or several at once. */
export interface QuotaUse {
  readonly userId: number
  readonly quota: Quota
  /** How many at once; 1 when left out. */
  readonly amount?: number
  /** Counts apart for each of these: the id of a league. */
  readonly of?: number
  /** When the request came, ISO 8601. */
  readonly at: string
}
