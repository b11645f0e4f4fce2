import { Newspaper } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'news',
    title: 'News',
    text: 'Written by the game from what has happened in it, or taken from the source that its operator has chosen.',
    icon: Newspaper,
  }),
]
