import { Share2 } from 'lucide-react'
import type { NotificationKindEntry } from '../../lib/area.ts'

export const notificationKinds: readonly NotificationKindEntry[] = [
  { kind: 'share', label: 'Likes and comments on what I share', icon: Share2 },
]
