import { MessageSquare } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'feedback',
    title: 'Feedback',
    text: 'Everybody reads it and votes for what others wish. Administrators answer, and you are told.',
    icon: MessageSquare,
  }),
]
