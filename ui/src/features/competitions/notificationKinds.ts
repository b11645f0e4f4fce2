import { Trophy } from 'lucide-react'
import type { NotificationKindEntry } from '../../lib/area.ts'

export const notificationKinds: readonly NotificationKindEntry[] = [
  { kind: 'prize', label: 'Competition prizes', icon: Trophy },
]
