/** Shares of the prize pool by place (docs/rules.md R38). */
const SHARES = [0.5, 0.3, 0.2] as const

/** Places that are paid. */
export const PAID_PLACES = SHARES.length

export interface Place {
  readonly userId: number
  /** 1, 2 or 3. */
  readonly place: number
  readonly points: number
}

/** Whole points paid for a place. */
export const prizeOf = (prizePool: number, place: number): number => Math.round(prizePool * (SHARES[place - 1] ?? 0))
