import { ShieldCheck } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const accounts: Area = {
  adminPages: [
    {
      path: '/admin/accounts',
      title: 'Account Security',
      icon: ShieldCheck,
      load: () => import('./AccountSecurity.tsx').then((module) => module.AccountSecurity),
    },
  ],
}
