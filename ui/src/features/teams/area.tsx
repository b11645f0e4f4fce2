import type { Area } from '../../lib/area.ts'

export const teams: Area = {
  pages: [
    {
      path: '/team-management',
      isArea: true,
      title: 'Team Management',
      help: { to: 'teams', label: 'How teams work' },
      load: () => import('../../app/leagues/TeamManagementArea.tsx').then((module) => module.TeamManagementArea),
    },
  ],
}
