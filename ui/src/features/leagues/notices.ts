import { Users } from 'lucide-react'
import type { Notice } from '../../lib/area.ts'

export const notices: readonly Notice[] = [
  { kind: 'league', label: 'What happens in my leagues and teams', icon: Users },
]
