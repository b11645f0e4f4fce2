import { Award } from 'lucide-react'
import type { NotificationKindEntry } from '../../lib/area.ts'

export const notificationKinds: readonly NotificationKindEntry[] = [
  { kind: 'achievement', label: 'Achievements unlocked or lost', icon: Award },
]
