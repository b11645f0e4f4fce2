import { CircleCheck, Crown, Medal } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'advanced',
    'Achievements, for example',
    { id: 'first-success', title: 'First Success', text: 'First correct prediction', icon: CircleCheck },
    { id: 'prediction-master', title: 'Prediction Master', text: 'High accuracy', icon: Medal },
    { id: 'leaderboard-king', title: 'Leaderboard King', text: 'Top overall rankings', icon: Crown },
  ),
]
