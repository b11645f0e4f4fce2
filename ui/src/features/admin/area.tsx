import { DatabaseZap, Shield } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const admin: Area = {
  pages: [
    {
      path: '/admin',
      isArea: true,
      title: 'Admin',
      role: 'admin',
      link: { icon: Shield },
      help: { to: 'admin', label: 'How administration works' },
      load: () => import('../../app/admin/AdminArea.tsx').then((module) => module.AdminArea),
    },
  ],
  adminPages: [
    {
      path: '/admin/read-models',
      title: 'Read Models',
      icon: DatabaseZap,
      load: () => import('./ReadModels.tsx').then((module) => module.ReadModels),
    },
  ],
}
