import { ContainerModule } from 'inversify'
import { notificationsGroup } from '../../../projections/notifications/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { notificationAppTables, notificationKinds } from './app-tables.ts'
import { notificationSettingsEvents, notificationSettingsStream } from './events.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createNotificationReactor } from './reactor.ts'
import { notificationRoutes, quotas } from './routes.ts'
import { notificationTables } from './tables.ts'

export const NOTIFICATIONS = { Inbox: identifier<Inbox>('Inbox') } as const

const module = new ContainerModule(({ bind }) => {
  bind(NOTIFICATIONS.Inbox).toResolvedValue(
    ({ db }, templates) => createInbox({ db, templates }),
    [TYPES.Database, TYPES.NotificationTemplates],
  )
  bind(PARTS.Routes).toResolvedValue(
    (inbox, handler, { announce }) => notificationRoutes({ inbox, handler, announce }),
    [NOTIFICATIONS.Inbox, TYPES.Handler, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    (inbox, templates, log, { reached, announce }, clock) =>
      createNotificationReactor({ inbox, templates, log, reached, announce, clock }),
    [NOTIFICATIONS.Inbox, TYPES.NotificationTemplates, TYPES.Log, TYPES.Progress, TYPES.Clock],
  )
  bind(PARTS.Job).toResolvedValue(
    (inbox) => ({ name: 'notifications', schedule: '47 3 * * *', run: (at) => inbox.sweep(at) }),
    [NOTIFICATIONS.Inbox],
  )
})

/** Inboxes of players and their notification settings. */
export const notifications: Area = {
  name: 'notifications',
  events: notificationSettingsEvents,
  module,
  groups: () => [notificationsGroup],
  readModel: notificationTables,
  quotas,
  appTables: notificationAppTables,
  migrations: [notificationKinds],
  personalStreams: [{ of: 'people', by: 'id', stream: ({ id }) => notificationSettingsStream(id) }],
}
