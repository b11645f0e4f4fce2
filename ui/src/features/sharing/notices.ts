import { Share2 } from 'lucide-react'
import type { Notice } from '../../lib/area.ts'

export const notices: readonly Notice[] = [{ kind: 'share', label: 'Likes and comments on what I share', icon: Share2 }]
