import { byAdministrator, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'

/**
 * Stream `achievement-{user}-{achievement}`: a player has an achievement once. `metadata.at` is the time of the event that
 * earned it (`earnedBy`) or took it back (`lostBy`; the unlocking itself where its rule was changed); `season` is where the ledger books it.
 */
export const achievementEvents = purgeable([], {
  AchievementUnlocked: event<{
    userId: number
    achievementId: string
    /** As it was called then. */
    name: string
    /** Credited, 0 or more. */
    points: number
    season: string
    earnedBy: string
  }>({ test: byGame }),
  AchievementRevoked: event<{
    userId: number
    achievementId: string
    name: string
    /** Debited, 0 or more: what was credited. */
    points: number
    season: string
    lostBy: string
    /** A sentence for the player. */
    reason: string
  }>({ test: byGame }),
})
export type AchievementEvent = EventsOf<typeof achievementEvents>

/**
 * Stream `achievement-catalogue`: since when the game knows an achievement. What was earned before waits for an
 * administrator's retroactive run; what is earned from then on is unlocked at once.
 */
export const achievementCatalogueEvents = {
  AchievementsIntroduced: event<{ achievementIds: string[] }>({ test: byGame }),
  /** All that waits is unlocked, or one achievement only. */
  RetroactiveUnlocksOrdered: event<{ orderId: string; only: string | null }>({ test: byAdministrator }),
}
export type AchievementCatalogueEvent = EventsOf<typeof achievementCatalogueEvents>
