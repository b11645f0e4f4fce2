import { Users } from 'lucide-react'
import type { NotificationKindEntry } from '../../lib/area.ts'

export const notificationKinds: readonly NotificationKindEntry[] = [
  { kind: 'league', label: 'News from my leagues and teams', icon: Users },
]
