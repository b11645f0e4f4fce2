import { Shield } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('multiplayer', 'Private leagues', {
    id: 'teams',
    title: 'Teams inside a league',
    text: 'Each gameweek we compare a team’s points per member with the league’s average team: above is a win, level a draw, below a loss. It takes two teams.',
    icon: Shield,
  }),
]
