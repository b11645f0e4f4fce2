/** `most` uses in a window of `seconds`. Windows are aligned to 1970, so that a day starts at midnight UTC. */
interface Rate {
  readonly most: number
  readonly seconds: number
}

/** Rate limit of a player's action across all nodes. */
export interface Quota {
  /** Key of its row in `app.allowances`. */
  readonly name: string
  readonly rates: readonly Rate[]
  /** Most events that one use adds to the log, including those of reactors. */
  readonly events: number
  /** Text of the 429 response. */
  readonly message: string
}

export const MINUTE = 60
export const HOUR = 3_600
export const DAY = 86_400

/** In the order of the stored counts. */
const WINDOWS = { per5Seconds: 5, perMinute: MINUTE, perHour: HOUR, perDay: DAY } as const

type Limits = Partial<Record<keyof typeof WINDOWS, number>> & {
  /** 1 when left out. */
  readonly events?: number
}

/**
 * Declares a quota. All quotas together bound the events of one player in a day (`src/kernel/quota.test.ts`).
 * The limits allow heavy play: ten picks of a gameweek can be changed twelve times in a minute.
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

/** Belongs to no area. Each key is a row that is stored for a day. */
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
  /** Id of the entity with its own count, such as a league. */
  readonly of?: number
  /** Time of the request, ISO 8601. */
  readonly at: string
}
