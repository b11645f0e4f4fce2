import { BarChart3, Flame, MessageSquare } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'social',
    'Social hub',
    { id: 'feed', title: 'Feed', text: 'Public shares, and those from players you follow.', icon: MessageSquare },
    { id: 'trending', title: 'Trending', text: 'The last 7 days; newer activity counts more.', icon: Flame },
    {
      id: 'community-stats',
      title: 'Community stats and own stats',
      text: 'Players, shares, likes and comments of everyone, and your own picks, wins and points.',
      icon: BarChart3,
    },
  ),
]
