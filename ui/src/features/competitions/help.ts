import { CalendarDays, Crown, Flame, User } from 'lucide-react'
import { PRIZE_PERCENT } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

const [first, second, third] = PRIZE_PERCENT

export const help = [
  helpIn(
    'multiplayer',
    'Competitions',
    {
      id: 'seasonal',
      title: 'Seasonal tournaments',
      text: 'One runs all season. There are monthly ones, a cup and a knockout, too.',
      icon: CalendarDays,
    },
    {
      id: 'prizes',
      title: 'Point-based prizes',
      text: `${first}, ${second} and ${third} percent of the pool for the first three.`,
      icon: Crown,
    },
    {
      id: 'weekly',
      title: 'Weekly gameweek challenges',
      text: 'One gameweek, one board. You can join until it ends.',
      icon: Flame,
    },
    {
      id: 'slots',
      title: 'Limited participant slots',
      text: 'When every place is taken, nobody else can join.',
      icon: User,
    },
  ),
]
