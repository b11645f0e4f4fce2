import { Award, Medal } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const achievements: Area = {
  // The bar has no space for this page with enlarged text, so the More menu lists it too.
  pages: [
    {
      path: '/achievements',
      title: 'Achievements',
      link: { icon: Medal },
      help: { to: 'first-success', label: 'How achievements work' },
      load: () => import('../../app/achievements/AchievementsPage.tsx').then((module) => module.AchievementsPage),
      reads: ['/api/user/achievements'],
    },
  ],
  adminPages: [
    {
      path: '/admin/achievements',
      title: 'Unlock Achievements',
      icon: Award,
      load: () => import('./RetroactiveAchievements.tsx').then((module) => module.RetroactiveAchievements),
    },
  ],
}
