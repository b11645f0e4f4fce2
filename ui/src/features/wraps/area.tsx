import { Gift } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const wraps: Area = {
  pages: [
    {
      path: '/wrap',
      isArea: true,
      title: 'Your season',
      link: { icon: Gift, in: ['more'] },
      help: { to: 'wraps', label: 'How the wrap works' },
      load: () => import('../../app/wrap/WrapArea.tsx').then((module) => module.WrapArea),
    },
  ],
}
