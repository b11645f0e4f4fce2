import { Shield } from 'lucide-react'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn('advanced', 'More', {
    id: 'admin',
    title: 'Admin features',
    text: 'User management, system testing.',
    icon: Shield,
  }),
]
