import { Bell } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('predictions', 'Reminders', {
    id: 'reminders',
    title: 'One nudge a gameweek',
    text: 'Only if picks are missing, a day before the first of them closes, or when you choose under Reminders. It is in your inbox; email and push come only if you switch them on. Between 22:00 and 8:00 we are quiet.',
    icon: Bell,
  }),
]
