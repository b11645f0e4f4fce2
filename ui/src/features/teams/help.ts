import { Shield } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('multiplayer', 'Private leagues', {
    id: 'teams',
    title: 'Teams inside a league',
    text: 'Each gameweek a team’s points per member are held against the mean of the league’s teams: above is a win, equal a draw, below a loss.',
    icon: Shield,
  }),
]
