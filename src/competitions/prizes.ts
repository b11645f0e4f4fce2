import { PRIZE_PERCENT } from '../contracts/rules.ts'

/** Places that are paid. */
export const PAID_PLACES = PRIZE_PERCENT.length

export interface Place {
  readonly userId: number
  /** 1, 2 or 3. */
  readonly place: number
  readonly points: number
}

/** Whole points paid for a place. */
export const prizeOf = (prizePool: number, place: number): number =>
  Math.round((prizePool * (PRIZE_PERCENT[place - 1] ?? 0)) / 100)
