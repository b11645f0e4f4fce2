import { CalendarCheck, RotateCcw } from 'lucide-react'
import type { Notice } from '../../lib/area.ts'

export const notices: readonly Notice[] = [
  { kind: 'correction', label: 'Corrected results that change my points', icon: RotateCcw },
  { kind: 'gameweek', label: 'What I scored when a gameweek is over', icon: CalendarCheck },
]
