import { type Allowance, DAY, HOUR } from '../kernel/allowance.ts'

export const allowances = {
  teamFoundings: {
    name: 'team-foundings',
    rates: [{ most: 10, seconds: DAY }],
    events: 1,
    refusal: 'You have founded 10 teams today. Please found the next one tomorrow.',
  },
  /** Joining and leaving teams, and the roles in them. */
  teamMemberships: {
    name: 'team-memberships',
    rates: [
      { most: 30, seconds: HOUR },
      { most: 100, seconds: DAY },
    ],
    events: 2,
    refusal: 'You have changed your teams many times. Please try again later.',
  },
} as const satisfies Record<string, Allowance>
