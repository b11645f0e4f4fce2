import { byAdministrator, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'

/**
 * Stream `achievement-{user}-{achievement}`: a player has an achievement at most once. `metadata.at` is the time of the
 * event that earned it (`earnedBy`) or revoked it (`lostBy`, which is the unlock itself if the rule changed). `season`
 * is the season in which the ledger books it.
 */
export const achievementEvents = purgeable([], {
  AchievementUnlocked: event<{
    userId: number
    achievementId: string
    /** Its name at that time. */
    name: string
    /** Credited points, 0 or more. */
    points: number
    season: string
    earnedBy: string
  }>({ test: byGame }),
  AchievementRevoked: event<{
    userId: number
    achievementId: string
    name: string
    /** Debited points, 0 or more: those that were credited. */
    points: number
    season: string
    lostBy: string
    /** A sentence for the player. */
    reason: string
  }>({ test: byGame }),
})
export type AchievementEvent = EventsOf<typeof achievementEvents>

/**
 * Stream `achievement-catalogue`: when each achievement was introduced. Achievements earned before that wait for an
 * administrator's retroactive run. Later ones are unlocked at once.
 */
export const achievementCatalogueEvents = {
  AchievementsIntroduced: event<{ achievementIds: string[] }>({ test: byGame }),
  /** Unlocks all pending achievements, or only one. */
  RetroactiveUnlocksOrdered: event<{ orderId: string; only: string | null }>({ test: byAdministrator }),
}
export type AchievementCatalogueEvent = EventsOf<typeof achievementCatalogueEvents>
