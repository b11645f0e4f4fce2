import type { Area } from '../../lib/area.ts'

export const matches: Area = {
  pages: [
    {
      path: '/fixtures',
      isArea: true,
      title: 'Match',
      help: { to: 'match', label: 'What a match page shows' },
      load: () => import('../../app/matches/MatchArea.tsx').then((module) => module.MatchArea),
    },
  ],
}
