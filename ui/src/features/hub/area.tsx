import { MessagesSquare } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const hub: Area = {
  pages: [
    {
      path: '/social',
      title: 'Social Hub',
      link: { label: 'Social', icon: MessagesSquare },
      help: { to: 'social', label: 'How sharing works' },
      load: () => import('../../app/social/SocialPage.tsx').then((module) => module.SocialPage),
      reads: ['/api/social-feed?sort=recent&type=all&limit=20', '/api/community-stats'],
    },
  ],
}
