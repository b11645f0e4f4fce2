import type { Card } from '../../src/achievements/card.ts'
import type { Deeds } from '../../src/achievements/deeds.ts'

/** A row of `badges`; ISO 8601 UTC. */
export interface Badge {
  readonly user_id: number
  readonly achievement: string
  readonly earned_by: string | null
  readonly earned_at: string | null
  readonly season: string | null
  /** The event that earned or took it was of the testing tool. */
  readonly simulated: boolean
  readonly held: boolean
  readonly order_number: number | null
  readonly lost: {
    readonly event: string
    readonly type: string
    readonly at: string
    readonly fixtureId: number | null
  } | null
  readonly unlock_id: string | null
  readonly unlocked_at: string | null
  readonly unlock_season: string | null
  readonly unlock_name: string | null
  readonly unlock_points: number | null
}

/** A row of `cards`; `points` and `settled` as last counted. */
export interface CardRow {
  readonly user_id: number
  readonly season: string
  readonly picks: Card
  readonly points: number
  readonly settled: number
}

/** A row of `players`. */
export interface PlayerRow {
  readonly user_id: number
  readonly deeds: Deeds
  readonly unlocked: number
}
