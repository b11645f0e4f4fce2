import { byCall, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { ReminderTime } from './contract.ts'

export const remindersStream = (userId: number): string => `reminders-${userId}`

/**
 * Stream `reminders-{user}`: all settings of a player after a change. `mail`: consent to mails. The time zone is encrypted with the
 * person's key. Push needs no consent here: a subscription is one, and ends with its row.
 */
export const reminderEvents = {
  ReminderSettingsChanged: event<{
    userId: number
    mail: boolean
    when: ReminderTime
    timeZone: string | null
    pushDeclined: boolean
  }>({
    encrypted: { subject: 'userId', fields: ['timeZone'] },
    test: byCall('PUT /api/reminders'),
  }),
}
export type ReminderEvent = EventsOf<typeof reminderEvents>
