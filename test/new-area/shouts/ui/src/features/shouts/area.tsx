import { Megaphone } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const shouts: Area = {
  pages: [
    {
      path: '/shouts',
      title: 'Shouts',
      link: { icon: Megaphone, in: ['more'] },
      help: { to: 'multiplayer', label: 'How leagues work' },
      load: () => import('./ShoutsPage.tsx').then((module) => module.ShoutsPage),
    },
  ],
}
