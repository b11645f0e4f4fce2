import { Flag } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const sharing: Area = {
  adminPages: [
    {
      path: '/admin/reports',
      title: 'Reports',
      icon: Flag,
      load: () => import('./Reports.tsx').then((module) => module.Reports),
    },
  ],
}
