import { Scale, Star } from 'lucide-react'
import { JOKER_FACTOR, MOST_LEAGUE_POINTS } from '../../../../src/contracts/league-scoring.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'multiplayer',
    'Rules of a league',
    {
      id: 'league-rules',
      title: 'A league may score its own way',
      text: `Its admin chooses the points for the result, the goal difference and the exact score, 0 to ${MOST_LEAGUE_POINTS} each. They apply from the next gameweek on, in that league only.`,
      icon: Scale,
    },
    {
      id: 'jokers',
      title: 'Play your joker',
      text: `Where a league has jokers, one match of each gameweek pays ${JOKER_FACTOR} times as much there. Set it beside your picks; it can be moved until that match closes.`,
      icon: Star,
    },
  ),
]
