import { LockKeyhole, Receipt } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'predictions',
    'Seals',
    {
      id: 'seals',
      title: 'Picks are sealed when a match closes',
      text: 'All picks go into one list, and its fingerprint is published before kickoff. Nobody can change one later without it showing.',
      icon: LockKeyhole,
    },
    {
      id: 'receipts',
      title: 'Your receipt proves your pick',
      text: 'Save it under Sealed picks. Anyone can check it, even without us. Keep it to yourself until the match has closed.',
      icon: Receipt,
    },
  ),
]
