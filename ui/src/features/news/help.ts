import { Newspaper } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'news',
    title: 'News',
    text: 'Stories from the game itself, or from a news source its operator has chosen.',
    icon: Newspaper,
  }),
]
