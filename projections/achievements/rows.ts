import type { Card } from '../../src/achievements/card.ts'
import type { Deeds } from '../../src/achievements/deeds.ts'

/** What took an achievement's ground away; ISO 8601 UTC. */
export interface Loss {
  readonly event: string
  readonly type: string
  readonly at: string
  readonly fixtureId: number | null
}

/** What becomes of the earned half of a row of `badges`: earned, or lost. */
export interface Earning {
  readonly earned_by: string | null
  readonly earned_at: string | null
  readonly season: string | null
  /** The event that earned or took it was of the testing tool. */
  readonly simulated: boolean
  readonly held: boolean
  /** The last time that it was lost. */
  readonly lost: Loss | null
}

/** What becomes of the other half: what the log says they have. */
export interface Unlocking {
  /** False: what was held is not any more, as it was unlocked. */
  readonly held: boolean
  readonly unlock_id: string | null
  readonly unlocked_at: string | null
  readonly unlock_season: string | null
  readonly unlock_name: string | null
  readonly unlock_points: number | null
  /** The event that it was unlocked for. */
  readonly unlock_earned_by: string | null
}

export type Of<Half> = Half & { readonly user_id: number; readonly achievement: string }

/** A row of `cards`. */
export interface CardRow {
  readonly user_id: number
  readonly season: string
  readonly picks: Card
}

/** A row of `players`. */
export interface PlayerRow {
  readonly user_id: number
  readonly deeds: Deeds
  /** How many achievements the log says they have. */
  readonly unlocked: number
  /** Ids of what they have earned, and of what the log says they have, comma-separated. */
  readonly earned_ids: string
  readonly unlocked_ids: string
}

/** A whole row of `badges`. */
export type Badge = Of<Earning & Unlocking> & { readonly order_number: number | null }
