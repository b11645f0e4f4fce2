import { MessageSquare, Pencil } from 'lucide-react'
import { MESSAGE_EDIT_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'multiplayer',
    'Chat',
    { id: 'league-chat', title: 'League chat', text: 'For its members.', icon: MessageSquare },
    {
      id: 'competition-chat',
      title: 'Competition chat',
      text: 'Read by all, written by participants.',
      icon: MessageSquare,
    },
    {
      id: 'edit-message',
      title: 'Your own messages',
      text: `You can edit one for ${MESSAGE_EDIT_MINUTES} minutes, and delete it at any time.`,
      icon: Pencil,
    },
  ),
]
