import { User } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const profile: Area = {
  pages: [
    {
      path: '/profile',
      title: 'Profile',
      link: { icon: User, in: ['header', 'more', 'picture'] },
      help: { to: 'account-settings', label: 'What others see of you' },
      load: () => import('../../app/profile/ProfilePage.tsx').then((module) => module.ProfilePage),
      reads: ['/api/profile', '/api/profile/stats'],
    },
  ],
}
