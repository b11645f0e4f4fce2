import { Award, Check, Info, RefreshCw, Target, X } from 'lucide-react'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { MULTIPLIERS } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

const POINTS = pointsPerVerdict(null)

export const help = [
  helpIn(
    'scoring',
    'What a pick pays',
    {
      id: 'exact',
      title: 'Exact score',
      text: `${POINTS.correct} for the result and ${POINTS.exact - POINTS.correct} on top`,
      icon: Target,
      figure: POINTS.exact,
    },
    {
      id: 'correct',
      title: 'Correct result',
      text: 'Right winner, or a draw, other score',
      icon: Check,
      figure: POINTS.correct,
    },
    {
      id: 'incorrect',
      title: 'Incorrect',
      text: 'Another result, however close the score',
      icon: X,
      figure: POINTS.wrong,
    },
  ),
  helpIn(
    'scoring',
    'Good to know',
    {
      id: 'multipliers',
      title: 'The multipliers are for show',
      text: `Home ${MULTIPLIERS.home}, draw ${MULTIPLIERS.draw}, away ${MULTIPLIERS.away}: they don’t change your points.`,
      icon: Info,
    },
    {
      id: 'corrected',
      title: 'A corrected result is scored again',
      text: 'Your points change with it, and we let you know.',
      icon: RefreshCw,
    },
    {
      id: 'cancelled',
      title: 'A cancelled match pays nothing',
      text: 'It doesn’t affect your accuracy.',
      icon: X,
    },
    {
      id: 'awarded',
      title: 'An awarded match pays for the result alone',
      text: 'There is no exact score to match.',
      icon: Award,
    },
  ),
]
