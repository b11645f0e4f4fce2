import type { NotificationKind } from '../contracts/notifications.ts'
import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof notificationRows> {}
}

export const notificationRows = rows({
  'read.notification_mutes': {
    user_id: 'integer',
    kind: text<NotificationKind>(),
  },
})
