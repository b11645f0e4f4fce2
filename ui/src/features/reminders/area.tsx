import { Bell } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const reminders: Area = {
  pages: [
    {
      path: '/reminders',
      title: 'Reminders',
      link: { icon: Bell, in: ['more'] },
      help: { to: 'reminders', label: 'How reminders work' },
      load: () => import('../../app/reminders/RemindersPage.tsx').then((module) => module.RemindersPage),
    },
  ],
}
