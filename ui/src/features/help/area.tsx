import { CircleHelp } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const help: Area = {
  pages: [
    {
      path: '/help',
      title: 'Help',
      link: { icon: CircleHelp },
      load: () => import('../../app/help/HelpPage.tsx').then((module) => module.HelpPage),
    },
  ],
}
