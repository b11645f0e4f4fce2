import { Award } from 'lucide-react'
import type { Notice } from '../../lib/area.ts'

export const notices: readonly Notice[] = [
  { kind: 'achievement', label: 'Achievements unlocked or taken back', icon: Award },
]
