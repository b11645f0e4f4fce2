import { Eye, EyeOff, Goal } from 'lucide-react'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('predictions', 'Pages of matches', {
    id: 'match',
    title: 'Every match has a page',
    text: `Press the name of a match. Until ${CUTOFF_MINUTES} minutes before kickoff it shows how many have picked, never what. Then all picks open at once: your league mates’ by name, everyone else’s as numbers. Corrected results are listed with their reasons.`,
    icon: Eye,
  }),
  helpIn(
    'predictions',
    'While matches are on',
    {
      id: 'live',
      title: 'Goals move your points at once',
      text: 'The home page shows the score, your points so far and what the next goal would do. Everything pink is as it stands: it pays only at full time.',
      icon: Goal,
    },
    {
      id: 'hide-live',
      title: 'Hide live scores',
      text: 'Watching later? The switch on the home page hides scores, points and boards until you show a match.',
      icon: EyeOff,
    },
  ),
]
