import { BarChart3 } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'analytics',
    title: 'Analytics',
    text: 'How your picks compare with everyone else’s, which clubs the crowd misjudges, and which leagues are busiest. A pick counts once its match has closed.',
    icon: BarChart3,
  }),
]
