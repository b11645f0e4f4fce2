import { BarChart3, Copy, Trophy, Users } from 'lucide-react'
import { JOIN_CODE_LENGTH } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'multiplayer',
    'Private leagues',
    {
      id: 'create-league',
      title: 'Create for friends',
      text: 'You run it and get a link and a code to invite people.',
      icon: Users,
    },
    {
      id: 'join-codes',
      title: 'Share join codes',
      text: `${JOIN_CODE_LENGTH} characters, upper or lower case.`,
      icon: Copy,
    },
    {
      id: 'league-boards',
      title: 'League leaderboards',
      text: 'Match points from the whole season, including before you joined.',
      icon: Trophy,
    },
    {
      id: 'league-statistics',
      title: 'Member statistics',
      text: 'Accuracy, streaks and points of each member, and who leads the week.',
      icon: BarChart3,
    },
  ),
]
