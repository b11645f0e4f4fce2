import { Flag } from 'lucide-react'
import type { NotificationKindEntry } from '../../lib/area.ts'

export const notificationKinds: readonly NotificationKindEntry[] = [
  { kind: 'feedback', label: 'Answers to my feedback', icon: Flag },
]
