import { Wallet } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'wallet',
    title: 'Web3 wallet',
    text: 'Connect one and prove it’s yours. It’s free and earns no points.',
    icon: Wallet,
  }),
]
