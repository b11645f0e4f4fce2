import { CalendarCheck, CalendarClock, RotateCcw } from 'lucide-react'
import type { NotificationKindEntry } from '../../lib/area.ts'

export const notificationKinds: readonly NotificationKindEntry[] = [
  { kind: 'correction', label: 'Corrected results that change my points', icon: RotateCcw },
  { kind: 'moved', label: 'Matches I have picked that move or are called off', icon: CalendarClock },
  { kind: 'gameweek', label: 'My score after each gameweek', icon: CalendarCheck },
]
