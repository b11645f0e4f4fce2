import type { Event } from '../kernel/event.ts'

/**
 * Stream `achievement-{user}-{achievement}`: a player has an achievement once. `metadata.at` is the time of the event that
 * earned it (`earnedBy`) or took it back (`lostBy`; the unlocking itself where its rule was changed); `season` is where the ledger books it.
 */
export type AchievementEvent =
  | Event<
      'AchievementUnlocked',
      {
        userId: number
        achievementId: string
        /** As it was called then. */
        name: string
        /** Credited, 0 or more. */
        points: number
        season: string
        earnedBy: string
      }
    >
  | Event<
      'AchievementRevoked',
      {
        userId: number
        achievementId: string
        name: string
        /** Debited, 0 or more: what was credited. */
        points: number
        season: string
        lostBy: string
        /** A sentence for the player. */
        reason: string
      }
    >

/**
 * Stream `achievement-catalogue`: since when the game knows an achievement. What was earned before waits for an
 * administrator's retroactive run; what is earned from then on is unlocked at once.
 */
export type AchievementCatalogueEvent =
  | Event<'AchievementsIntroduced', { achievementIds: string[] }>
  /** All that waits is unlocked, or one achievement only. */
  | Event<'RetroactiveUnlocksOrdered', { orderId: string; only: string | null }>
