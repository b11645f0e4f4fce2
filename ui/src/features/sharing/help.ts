import { Heart, Lock, Share2 } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'social',
    'Sharing',
    {
      id: 'share',
      title: 'Share single predictions or a whole gameweek',
      text: 'From the home page or the Social Hub. You get a link to pass on.',
      icon: Share2,
    },
    {
      id: 'private-share',
      title: 'Public or private sharing',
      text: 'A private share only opens with its link. Share before a match locks, and others can see your pick.',
      icon: Lock,
    },
    { id: 'like', title: 'Like, comment', text: 'One like per player. You can take it back.', icon: Heart },
  ),
]
