import { KeyRound } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const recovery: Area = {
  adminPages: [
    {
      path: '/admin/reset-requests',
      title: 'Reset Requests',
      icon: KeyRound,
      load: () => import('./ResetRequests.tsx').then((module) => module.ResetRequests),
    },
  ],
}
