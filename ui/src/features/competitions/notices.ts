import { Trophy } from 'lucide-react'
import type { Notice } from '../../lib/area.ts'

export const notices: readonly Notice[] = [{ kind: 'prize', label: 'Competition prizes', icon: Trophy }]
