import { Lock, Trophy } from 'lucide-react'
import { PLACE_POINTS } from '../../../../src/contracts/final-table.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'predictions',
    'Final table',
    {
      id: 'final-table',
      title: 'Put the clubs in order before the season',
      text: `Each club pays ${PLACE_POINTS[0]} in its exact place, ${PLACE_POINTS[1]} one place out, ${PLACE_POINTS[2]} two places out. It has a board of its own and never touches your points.`,
      icon: Trophy,
    },
    {
      id: 'final-table-closes',
      title: 'It closes with the first match',
      text: 'Until then nobody sees your table. After it your league mates do.',
      icon: Lock,
    },
  ),
]
