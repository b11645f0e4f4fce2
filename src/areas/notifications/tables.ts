import { code, erased, integer, readModel, table, type ViewsOf, view } from '../../slice/table.ts'
import type { MutableKind } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof notificationTables> {}
}

const columns = {
  user_id: integer(null, { dataSubject: 'deletes' }),
  kind: code<MutableKind>('Muted kind of notification.'),
}

/** Settings only: a reactor fills the inboxes. */
export const notificationTables = readModel(
  {
    notification_mutes: view({
      doc: 'One row per user and muted kind of notification.',
      columns,
      sql: 'select user_id, kind from mutes',
    }),
  },
  { mutes: table({ doc: 'Rows of `read.notification_mutes`.', columns, key: ['user_id', 'kind'] }), erased },
)
