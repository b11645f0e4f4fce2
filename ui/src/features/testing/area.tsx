import { FlaskConical } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const testing: Area = {
  pages: [
    {
      path: '/testing',
      title: 'Functional Testing',
      role: 'admin',
      link: { label: 'Testing', icon: FlaskConical },
      help: { to: 'admin', label: 'What administrators do' },
      load: () => import('../../app/testing/TestingPage.tsx').then((module) => module.TestingPage),
    },
  ],
}
