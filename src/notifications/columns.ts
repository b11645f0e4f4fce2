import type { ColumnWords } from '../slice/columns.ts'
import type { notificationRows } from './read-model.ts'

export const notificationColumns: ColumnWords<typeof notificationRows> = {
  'read.notification_mutes': {
    kind: 'The kind of notification that the player does not want.',
  },
}
