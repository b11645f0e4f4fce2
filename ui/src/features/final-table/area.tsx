import { Trophy } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const finalTable: Area = {
  pages: [
    {
      path: '/final-table',
      isArea: true,
      title: 'Final table',
      link: { icon: Trophy, in: ['more'] },
      help: { to: 'final-table', label: 'How final tables work' },
      load: () => import('../../app/final-table/FinalTableArea.tsx').then((module) => module.FinalTableArea),
      reads: ['/api/final-table'],
    },
  ],
}
