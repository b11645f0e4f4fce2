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
      text: 'Chosen on your profile. Its crest stands beside its name there.',
      icon: Bookmark,
    },
    {
      id: 'account-settings',
      title: 'Account settings',
      text: 'Others see your name, your picture, your bio, location and team, badges, points and revealed picks. E-mail and phone are yours alone.',
      icon: User,
    },
    { id: 'achievements', title: 'Achievements', icon: Medal },
    {
      id: 'security',
      title: 'Password and security',
      text: `${LOCKOUT.attempts} wrong tries lock an address for ${LOCKOUT.minutes} minutes.`,
      icon: KeyRound,
    },
  ),
]
