import type { NamingOf } from '../kernel/naming.ts'
import type { AchievementCatalogueEvent, AchievementEvent } from './events.ts'

/** Whom the events of achievements name. */
export const achievementNaming: NamingOf<AchievementEvent | AchievementCatalogueEvent> = {
  AchievementUnlocked: { people: ['userId'], own: 'userId' },
  AchievementRevoked: { people: ['userId'], own: 'userId' },
  AchievementsIntroduced: { people: [] },
  RetroactiveUnlocksOrdered: { people: [] },
}
