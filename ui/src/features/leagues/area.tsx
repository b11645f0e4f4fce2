import { Users } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const leagues: Area = {
  pages: [
    {
      path: '/leagues',
      isArea: true,
      title: 'Leagues',
      link: { icon: Users, in: ['header', 'bar'] },
      help: { to: 'multiplayer', label: 'How leagues work' },
      load: () => import('../../app/leagues/LeaguesArea.tsx').then((module) => module.LeaguesArea),
      reads: ['/api/user/leagues?standing=true'],
    },
  ],
}
