import { CalendarDays, CircleCheck, Lock, Pencil, RefreshCw, Target, Trophy, Zap } from 'lucide-react'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'predictions',
    'Two types',
    { id: 'match-result', title: 'Match result', text: 'Home win, draw or away win.', icon: CircleCheck },
    {
      id: 'exact-score',
      title: 'Exact score',
      text: 'Both digits, 0 to 9. The score sets the result.',
      icon: Target,
    },
  ),
  helpIn(
    'predictions',
    'Rules',
    {
      id: 'lock',
      title: `Predictions lock ${CUTOFF_MINUTES} minutes before kickoff`,
      text: 'By the server’s clock. Nobody else sees your pick before that, unless you share it.',
      icon: Lock,
    },
    {
      id: 'update',
      title: 'They can be updated until locked',
      text: 'Change a saved pick as often as you like. The last one saved counts.',
      icon: Pencil,
    },
    {
      id: 'award',
      title: 'Points are awarded after the match completes',
      text: 'They arrive with the result and change only if it is corrected.',
      icon: Trophy,
    },
    {
      id: 'quick',
      title: 'Quick picks fill in what’s left',
      text: 'The better placed club to win, the goals you last gave each club, or a random score. You can change them before you save.',
      icon: Zap,
    },
    {
      id: 'advance',
      title: 'All gameweeks can be viewed in advance',
      text: 'Choose any gameweek on the home page and predict it early.',
      icon: CalendarDays,
    },
    {
      id: 'moved',
      title: 'A match that moves keeps its picks',
      text: 'If it moves before it locks, the new kickoff sets the lock. If it’s postponed after that, your pick counts when it’s played.',
      icon: RefreshCw,
    },
  ),
]
