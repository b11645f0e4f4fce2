import type { NamingOf } from '../kernel/naming.ts'
import type { NotificationSettingsEvent } from './events.ts'

/** Whom the events of settings name. */
export const notificationSettingsNaming: NamingOf<NotificationSettingsEvent> = {
  NotificationsMuted: { people: ['userId'], own: 'userId' },
}
