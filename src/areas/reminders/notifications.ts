import { gameweekPath } from '../../contracts/paths.ts'
import { missingText } from '../../contracts/reminder-words.ts'
import { dateTimeText, UK_ZONE } from '../../contracts/time-zones.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'

export interface MissingPicksPayload {
  readonly what: 'picks-missing'
  readonly gameweek: number
  readonly missing: number
  /** Cutoff of the first missing pick, ISO 8601. */
  readonly closesAt: string
}

/** Inbox text of a reminder. A job stores it (`planner.ts`), because no event means that a pick is missing. */
export const reminderNotifications: NotificationTemplates<never, MissingPicksPayload> = {
  events: [],
  reads: [],
  write: () => null,
  sentences: {
    'picks-missing': ({ gameweek, missing, closesAt }) => ({
      title: missingText(missing),
      text: `Gameweek ${gameweek}: ${missing === 1 ? 'it closes' : 'the first closes'} on ${dateTimeText(closesAt, UK_ZONE)} UK time.`,
      link: gameweekPath(gameweek),
    }),
  },
}
