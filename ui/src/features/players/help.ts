import { User } from 'lucide-react'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('social', 'Social hub', {
    id: 'players',
    title: 'Pages of players',
    text: `Press any name to go there. Picks open ${CUTOFF_MINUTES} minutes before kickoff: all of them to players in the same league, public shares to everyone else.`,
    icon: User,
  }),
]
