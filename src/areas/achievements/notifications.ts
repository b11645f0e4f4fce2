import { typesOf } from '../../kernel/declared-events.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import { signed } from '../../slice/words.ts'
import { type AchievementEvent, achievementEvents } from './events.ts'

type AchievementPayload =
  | { readonly what: 'unlocked'; readonly name: string; readonly points: number }
  | { readonly what: 'revoked'; readonly name: string; readonly points: number; readonly reason: string }

/** Notifications of unlocked and revoked achievements. */
export const achievementNotifications: NotificationTemplates<AchievementEvent, AchievementPayload> = {
  events: typesOf(achievementEvents),
  reads: [],
  write(event) {
    const { userId, name, points } = event.data
    const payload: AchievementPayload =
      event.type === 'AchievementUnlocked'
        ? { what: 'unlocked', name, points }
        : { what: 'revoked', name, points, reason: event.data.reason }
    return { kind: 'achievement', userId, payload }
  },
  sentences: {
    unlocked({ name, points }) {
      const text = `${name} unlocked${points > 0 ? `: ${signed(points)}` : ''}`
      return { title: 'Achievement unlocked', text, link: '/achievements' }
    },
    revoked({ name, points, reason }) {
      const title = `${name} taken back${points > 0 ? `: ${signed(-points)}` : ''}`
      return { title, text: reason, link: '/achievements' }
    },
  },
}
