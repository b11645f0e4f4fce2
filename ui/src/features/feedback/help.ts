import { MessageSquare } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'feedback',
    title: 'Feedback',
    text: 'Everyone can read it and vote on it. Administrators answer, and we let you know.',
    icon: MessageSquare,
  }),
]
