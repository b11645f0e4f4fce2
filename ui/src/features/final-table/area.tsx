import { Trophy } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const finalTable: Area = {
  pages: [
    {
      path: '/final-table',
      title: 'Final table',
      link: { icon: Trophy, in: ['more'] },
      help: { to: 'final-table', label: 'How final tables work' },
      load: () => import('./FinalTablePage.tsx').then((module) => module.FinalTablePage),
      reads: ['/api/final-table'],
    },
  ],
}
