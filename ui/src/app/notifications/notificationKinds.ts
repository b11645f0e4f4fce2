import type { NotificationKindEntry } from '../../lib/area.ts'
import { inOrder } from '../../lib/inOrder.ts'

/** Notification kinds of all features. */
export const NOTIFICATION_KINDS = inOrder(
  import.meta.glob<readonly NotificationKindEntry[]>('../../features/*/notificationKinds.ts', {
    eager: true,
    import: 'notificationKinds',
  }),
  ['achievements', 'predictions', 'competitions', 'leagues'],
).flat()
