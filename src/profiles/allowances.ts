import { type Allowance, DAY, HOUR } from '../kernel/allowance.ts'

export const allowances = {
  /** Of names, bio, location, phone and club. */
  profileChanges: {
    name: 'profile-changes',
    rates: [
      { most: 60, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 2,
    refusal: 'You have changed your profile too often. Please try again later.',
  },
  /** Pictures of oneself: each is decoded and drawn anew (docs/threats.md T66). */
  avatars: {
    name: 'avatars',
    rates: [{ most: 10, seconds: HOUR }],
    events: 1,
    refusal: 'You have changed your picture too often. Please try again later.',
  },
  avatarRemovals: {
    name: 'avatar-removals',
    rates: [{ most: 20, seconds: HOUR }],
    events: 1,
    refusal: 'You have changed your picture too often. Please try again later.',
  },
} as const satisfies Record<string, Allowance>
