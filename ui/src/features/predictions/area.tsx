import { createLucideIcon } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

/** A football, which lucide does not have. */
const Ball = createLucideIcon('ball', [
  ['circle', { cx: '12', cy: '12', r: '8.5', key: 'edge' }],
  [
    'path',
    {
      d: 'm12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4zM12 3.5V8M15.8 10.8 20 9.5M14.3 15.2l2.7 3.7M9.7 15.2 7 18.9M8.2 10.8 4 9.5',
      key: 'seams',
    },
  ],
])

export const predictions: Area = {
  pages: [
    {
      path: '/',
      title: null,
      link: { label: 'Play', icon: Ball, in: ['bar'] },
      help: { to: 'predictions', label: 'How predictions work' },
      load: () => import('../../app/dashboard/DashboardPage.tsx').then((module) => module.DashboardPage),
      reads: ['/api/fixtures/current', '/api/predictions', '/api/fixtures'],
    },
  ],
}
