import { byCall, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { MutableKind } from './contract.ts'

export const notificationSettingsStream = (userId: number): string => `notification-settings-${userId}`

/** Stream `notification-settings-{user}`. `kinds`: the complete list of muted kinds; empty: none is muted. */
export const notificationSettingsEvents = {
  NotificationsMuted: event<{ userId: number; kinds: MutableKind[] }>({
    test: byCall('PUT /api/notifications/settings'),
  }),
}
export type NotificationSettingsEvent = EventsOf<typeof notificationSettingsEvents>
