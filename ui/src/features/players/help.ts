import { Swords, User } from 'lucide-react'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('social', 'Social hub', {
    id: 'players',
    title: 'Pages of players',
    text: `Press any name to go there. Picks open ${CUTOFF_MINUTES} minutes before kickoff: all of them to players in the same league, public shares to everyone else.`,
    icon: User,
  }),
  helpIn('social', 'Social hub', {
    id: 'duels',
    title: 'Duels',
    text: 'Press Compare on a player’s page. Everyone sees totals; share a league with both players to see it pick by pick. Either of the two can share a picture of the totals.',
    icon: Swords,
  }),
]
