import { Trophy } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const competitions: Area = {
  // The bar has no space for this page with enlarged text, so the More menu lists it too.
  pages: [
    {
      path: '/competitions',
      isArea: true,
      title: 'Competitions',
      link: { icon: Trophy, in: ['header', 'bar', 'more'] },
      help: { to: 'seasonal', label: 'How competitions work' },
      load: () => import('../../app/competitions/CompetitionsArea.tsx').then((module) => module.CompetitionsArea),
      reads: ['/api/competitions'],
    },
  ],
}
