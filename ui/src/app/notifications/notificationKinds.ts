import type { NotificationKindEntry } from '../../lib/area.ts'
import { inOrder } from '../../lib/found.ts'

export const NOTIFICATION_KINDS = inOrder(
  import.meta.glob<readonly NotificationKindEntry[]>('../../features/*/notices.ts', { eager: true, import: 'notices' }),
  ['achievements', 'predictions', 'competitions', 'leagues'],
).flat()
