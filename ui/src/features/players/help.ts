import { User } from 'lucide-react'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('social', 'Social hub', {
    id: 'players',
    title: 'Pages of players',
    text: `Every name leads there. Picks open ${CUTOFF_MINUTES} minutes before kickoff: to players of the same league all of them, to others those that were shared with everybody.`,
    icon: User,
  }),
]
