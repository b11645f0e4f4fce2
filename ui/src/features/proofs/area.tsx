import { ShieldCheck } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const proofs: Area = {
  pages: [
    {
      path: '/proofs',
      title: 'Sealed picks',
      link: { icon: ShieldCheck, in: ['more'] },
      help: { to: 'seals', label: 'How seals work' },
      load: () => import('../../app/proofs/ProofsPage.tsx').then((module) => module.ProofsPage),
    },
  ],
}
