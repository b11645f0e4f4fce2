import { BarChart3 } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const analytics: Area = {
  pages: [
    {
      path: '/analytics',
      title: 'Analytics',
      link: { icon: BarChart3 },
      help: { to: 'analytics', label: 'How analytics work' },
      load: () => import('../../app/analytics/AnalyticsPage.tsx').then((module) => module.AnalyticsPage),
      reads: ['/api/analytics/predictions'],
    },
  ],
}
