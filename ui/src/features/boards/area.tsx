import { ListOrdered } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const boards: Area = {
  pages: [
    {
      path: '/leaderboard',
      title: 'Leaderboard',
      link: { icon: ListOrdered, in: ['header', 'bar', 'more'] },
      help: { to: 'leaderboard', label: 'How ranks work' },
      load: () => import('../../app/leaderboard/LeaderboardPage.tsx').then((module) => module.LeaderboardPage),
      reads: ['/api/leaderboard?limit=25&offset=0&parts=true'],
    },
  ],
}
