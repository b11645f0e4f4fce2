import type { NotificationKind } from '../contracts/notifications.ts'
import type { Event } from '../kernel/event.ts'

/** Stream `notification-settings-{user}`. `kinds`: all that are muted from now on; none: everything is told again. */
export type NotificationSettingsEvent = Event<'NotificationsMuted', { userId: number; kinds: NotificationKind[] }>
