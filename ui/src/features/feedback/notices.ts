import { Flag } from 'lucide-react'
import type { Notice } from '../../lib/area.ts'

export const notices: readonly Notice[] = [{ kind: 'feedback', label: 'Answers to my feedback', icon: Flag }]
