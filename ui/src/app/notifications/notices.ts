import type { Notice } from '../../lib/area.ts'
import { inOrder } from '../../lib/found.ts'

export const NOTICES = inOrder(
  import.meta.glob<readonly Notice[]>('../../features/*/notices.ts', { eager: true, import: 'notices' }),
  ['achievements', 'predictions', 'competitions', 'leagues'],
).flat()
