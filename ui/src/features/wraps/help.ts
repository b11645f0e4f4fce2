import { Gift } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'Season wrap', {
    id: 'wraps',
    title: 'Your season in six cards',
    text: 'At half-time and at the end of the season, with at least ten settled picks. Share it as a picture: it names nobody but you.',
    icon: Gift,
  }),
]
