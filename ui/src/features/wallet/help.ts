import { Wallet } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'wallet',
    title: 'Web3 wallet',
    text: 'Connect one and prove that it is yours. It wins no points and costs nothing.',
    icon: Wallet,
  }),
]
