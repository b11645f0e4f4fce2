import { MessageSquare, Pencil } from 'lucide-react'
import { MESSAGE_EDIT_MINUTES } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'multiplayer',
    'Chat',
    { id: 'league-chat', title: 'League chat', text: 'Only for members of the league.', icon: MessageSquare },
    {
      id: 'competition-chat',
      title: 'Competition chat',
      text: 'Everyone can read it; only participants can post.',
      icon: MessageSquare,
    },
    {
      id: 'edit-message',
      title: 'Your own messages',
      text: `You can edit them for ${MESSAGE_EDIT_MINUTES} minutes and delete them at any time.`,
      icon: Pencil,
    },
  ),
]
