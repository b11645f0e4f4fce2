import { BarChart3, Check, Crown, Target, Trophy, Users } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'start',
    'Three steps',
    {
      id: 'first-prediction',
      title: 'Make your first prediction',
      text: 'On the home page: choose a result, add a score if you like, save.',
      icon: Check,
    },
    {
      id: 'leaderboard',
      title: 'Check the leaderboard',
      text: 'Players on the same points share a rank: 1, 2, 2, 4. Through time has the board after each gameweek, as told then and as it stands now.',
      icon: Trophy,
    },
    {
      id: 'join',
      title: 'Create or join leagues',
      text: 'With a code from a friend, or one listed under Discover.',
      icon: Users,
    },
  ),
  helpIn(
    'start',
    'On your dashboard',
    {
      id: 'total-predictions',
      title: 'Total predictions',
      text: 'Every pick you have made this season, played or not.',
      icon: Target,
    },
    {
      id: 'points-earned',
      title: 'Points earned',
      text: 'From this season’s matches, achievements and prizes. Open the number to see every point you’ve earned, and where it came from.',
      icon: Trophy,
    },
    {
      id: 'accuracy',
      title: 'Accuracy',
      text: 'The share of your settled picks that were right, rounded.',
      icon: BarChart3,
    },
    {
      id: 'rank',
      title: 'Current rank',
      text: 'Your place among all players this season. It starts with your first pick.',
      icon: Crown,
    },
  ),
]
