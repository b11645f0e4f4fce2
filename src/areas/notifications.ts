import { ContainerModule } from 'inversify'
import { notificationsGroup } from '../../projections/notifications/projector.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../notifications/allowances.ts'
import { notificationColumns } from '../notifications/columns.ts'
import { createNotificationSettings } from '../notifications/commands.ts'
import { createInbox, type Inbox } from '../notifications/inbox.ts'
import { inboxes } from '../notifications/migrations/060-inboxes.ts'
import { notificationSubjects } from '../notifications/migrations/061-notification-subjects.ts'
import { notificationKinds } from '../notifications/migrations/062-notification-kinds.ts'
import { notificationSettingsNaming } from '../notifications/naming.ts'
import { createNotificationReactor } from '../notifications/reactor.ts'
import { notificationRows } from '../notifications/read-model.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import type { Area } from './area.ts'

const INBOX = identifier<Inbox>('Inbox')

const module = new ContainerModule(({ bind }) => {
  bind(INBOX).toResolvedValue(({ db }, letters) => createInbox({ db, letters }), [TYPES.Database, TYPES.Letters])
  bind(PARTS.Routes).toResolvedValue(
    (inbox, handler, { announce }) =>
      notificationRoutes({ inbox, settings: createNotificationSettings({ handler }), announce }),
    [INBOX, TYPES.Handler, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    (inbox, letters, log, { reached, announce }, clock) =>
      createNotificationReactor({ inbox, letters, log, reached, announce, clock }),
    [INBOX, TYPES.Letters, TYPES.Log, TYPES.Progress, TYPES.Clock],
  )
  bind(PARTS.Forgets).toResolvedValue((inbox) => inbox.forget, [INBOX])
  bind(PARTS.Job).toResolvedValue(
    (inbox) => ({ name: 'notifications', schedule: '47 3 * * *', run: (at) => inbox.sweep(at) }),
    [INBOX],
  )
})

/** Inboxes: what players are told. */
export const notifications: Area = {
  name: 'notifications',
  naming: notificationSettingsNaming,
  module,
  groups: () => [notificationsGroup],
  rows: notificationRows,
  columns: notificationColumns,
  allowances,
  migrations: [inboxes, notificationSubjects, notificationKinds],
  person: [{ view: 'notification_mutes', by: ['user_id'] }],
  personTables: [
    { table: 'app.notifications', shown: ['kind', 'data', 'count', 'created_at', 'read_at'] },
    { table: 'app.notification_parts', shown: [] },
  ],
}
