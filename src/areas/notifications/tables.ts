import { code, erased, integer, readModel, table, type ViewsOf, view } from '../../slice/table.ts'
import type { NotificationKind } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof notificationTables> {}
}

const columns = {
  user_id: integer(null, { dataSubject: 'deletes' }),
  kind: code<NotificationKind>('The kind of notification that the player does not want.'),
}

/** Only the settings are projected: a reactor fills the inboxes. */
export const notificationTables = readModel(
  {
    notification_mutes: view({
      doc: 'One row a user and kind of notification that they have muted.',
      columns,
      sql: 'select user_id, kind from mutes',
    }),
  },
  { mutes: table({ doc: 'Rows of `read.notification_mutes`.', columns, key: ['user_id', 'kind'] }), erased },
)
