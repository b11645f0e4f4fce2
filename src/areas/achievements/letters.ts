import { typesOf } from '../../kernel/declared-events.ts'
import type { Letters } from '../../slice/letters.ts'
import { signed } from '../../slice/words.ts'
import { type AchievementEvent, achievementEvents } from './events.ts'

type AchievementNotice =
  | { readonly what: 'unlocked'; readonly name: string; readonly points: number }
  | { readonly what: 'revoked'; readonly name: string; readonly points: number; readonly reason: string }

/** Achievements unlocked and taken back. */
export const achievementLetters: Letters<AchievementEvent, AchievementNotice> = {
  events: typesOf(achievementEvents),
  reads: [],
  write(event) {
    const { userId, name, points } = event.data
    const notice: AchievementNotice =
      event.type === 'AchievementUnlocked'
        ? { what: 'unlocked', name, points }
        : { what: 'revoked', name, points, reason: event.data.reason }
    return { kind: 'achievement', userId, notice }
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
