import { Bookmark, KeyRound, Medal, User } from 'lucide-react'
import { LOCKOUT } from '../../../../src/contracts/rules.ts'
import { helpIn } from '../../lib/help.ts'

export const help = [
  helpIn(
    'advanced',
    'Profile',
    {
      id: 'favourite-team',
      title: 'Favourite team',
      text: 'Choose it on your profile to show its crest.',
      icon: Bookmark,
    },
    {
      id: 'account-settings',
      title: 'Account settings',
      text: 'Others see your name, picture, bio, location, team, badges, points and revealed picks. Only you can see your e-mail and phone.',
      icon: User,
    },
    { id: 'achievements', title: 'Achievements', icon: Medal },
    {
      id: 'security',
      title: 'Password and security',
      text: `After ${LOCKOUT.attempts} wrong attempts we block your connection for ${LOCKOUT.minutes} minutes.`,
      icon: KeyRound,
    },
  ),
]
