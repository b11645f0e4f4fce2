import { TableProperties } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const table: Area = {
  pages: [
    {
      path: '/table',
      title: 'Premier League Table',
      link: { label: 'Table', icon: TableProperties },
      help: { to: 'scoring', label: 'How points work' },
      load: () => import('../../app/table/TablePage.tsx').then((module) => module.TablePage),
      reads: ['/api/teams', '/api/fixtures'],
    },
  ],
}
