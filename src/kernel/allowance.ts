/** So many in so many seconds of the clock: a window begins with every full `seconds` since 1970, a day with midnight UTC. */
interface Rate {
  readonly most: number
  readonly seconds: number
}

/** What one player may do of a kind, on all nodes together. */
export interface Allowance {
  /** Its row of `app.allowances`. */
  readonly name: string
  readonly rates: readonly Rate[]
  /** Events that one use adds to the log at most, with those that reactors answer it with. */
  readonly events: number
  /** What a player beyond it reads. */
  readonly refusal: string
}

export const MINUTE = 60
export const HOUR = 3_600
export const DAY = 86_400

/** What a refusal says where there is nothing more to say. */
export const TOO_FAST = 'You are doing this too fast. Please wait a moment.'

/**
 * What is of no area. Each area's own stand in `src/<area>/allowances.ts`. The day's sum of everything that a player's calls add to the
 * log is bounded (`src/kernel/allowance.test.ts`), and each leaves a player of the liveliest league room: ten picks of a gameweek can be
 * changed twelve times in a minute.
 */
export const allowances = {
  /** Each is a row that is kept for a day. */
  idempotencyKeys: {
    name: 'idempotency-keys',
    rates: [{ most: 1_000, seconds: DAY }],
    events: 0,
    refusal: 'You have used 1,000 Idempotency-Keys today. Please send without one, or go on tomorrow.',
  },
} as const satisfies Record<string, Allowance>

/** One use, or several at once. */
export interface Use {
  readonly userId: number
  readonly allowance: Allowance
  /** How many at once; 1 when left out. */
  readonly amount?: number
  /** Counts apart for each of these: the id of a league. */
  readonly of?: number
  /** When the request came, ISO 8601. */
  readonly at: string
}

/** Counts what players do, over all nodes. */
export interface Allowances {
  /** Takes all of it, or nothing: 0, or the seconds after which there is room. */
  take(use: Use): Promise<number>
  /** Gives back what was taken for something that changed nothing, as it was taken. */
  giveBack(use: Use): Promise<void>
  /** Forgets counts that are over. */
  sweep(at: string): Promise<void>
}
