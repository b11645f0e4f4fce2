import { Bookmark, CalendarDays, KeyRound, Medal, User } from 'lucide-react'
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
      text: 'Others see your name, picture, bio, location, team, badges, points and revealed picks. Only you can see your email and phone.',
      icon: User,
    },
    {
      id: 'calendar',
      title: 'Fixtures in your calendar',
      text: 'Your settings have an address for your own calendar: every match, and an alarm an hour before it closes.',
      icon: CalendarDays,
    },
    {
      id: 'achievements',
      title: 'Achievements',
      text: 'Your profile and your player page show the ones you have unlocked.',
      icon: Medal,
    },
    {
      id: 'security',
      title: 'Password and security',
      text: `Add a passkey to sign in with your fingerprint, face or screen lock, and to get back in without your password. After ${LOCKOUT.attempts} wrong attempts we block your connection for ${LOCKOUT.minutes} minutes.`,
      icon: KeyRound,
    },
  ),
]
