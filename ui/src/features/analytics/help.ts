import { BarChart3 } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'analytics',
    title: 'Analytics',
    text: 'What picks came to: yours beside everybody’s, clubs that the crowd gets wrong, and leagues by activity. A pick is counted once its match takes none any more.',
    icon: BarChart3,
  }),
]
