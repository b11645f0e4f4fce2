import { CalendarDays, Crown, Flame, User } from 'lucide-react'
import { PRIZE_PERCENT } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

const [first, second, third] = PRIZE_PERCENT

export const help = [
  helpIn(
    'multiplayer',
    'Competitions',
    { id: 'seasonal', title: 'Seasonal tournaments', icon: CalendarDays },
    {
      id: 'prizes',
      title: 'Point-based prizes',
      text: `${first}, ${second} and ${third} percent of the pool for the first three.`,
      icon: Crown,
    },
    { id: 'weekly', title: 'Weekly gameweek challenges', icon: Flame },
    { id: 'slots', title: 'Limited participant slots', icon: User },
  ),
]
