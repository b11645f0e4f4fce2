import type { Area } from '../../lib/area.ts'

export const players: Area = {
  pages: [
    {
      path: '/players',
      isArea: true,
      title: 'Player',
      help: { to: 'players', label: 'What players see of each other' },
      load: () => import('../../app/players/PlayersArea.tsx').then((module) => module.PlayersArea),
    },
  ],
}
