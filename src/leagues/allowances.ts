import { type Allowance, DAY, HOUR } from '../kernel/allowance.ts'

export const allowances = {
  leagueFoundings: {
    name: 'league-foundings',
    rates: [{ most: 20, seconds: DAY }],
    events: 1,
    refusal: 'You have founded 20 leagues today. Please found the next one tomorrow.',
  },
  /** Joining and leaving leagues: who leaves may take a team along, and hand over both. */
  memberships: {
    name: 'memberships',
    rates: [
      { most: 60, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 4,
    refusal: 'You are joining and leaving leagues too fast. Please try again later.',
  },
  /** Of one league: whoever leads it is told each time. What it adds is counted by `memberships`. */
  membershipsOfOneLeague: {
    name: 'league',
    rates: [{ most: 5, seconds: HOUR }],
    events: 0,
    refusal: 'You have joined and left this league several times. Please try again later.',
  },
  /** Removing others, from leagues and teams. */
  removals: {
    name: 'removals',
    rates: [
      { most: 100, seconds: HOUR },
      { most: 300, seconds: DAY },
    ],
    events: 4,
    refusal: 'You have removed many members. Please go on later.',
  },
  /** Names, descriptions, the admin, the join code. */
  leagueChanges: {
    name: 'league-changes',
    rates: [
      { most: 30, seconds: HOUR },
      { most: 100, seconds: DAY },
    ],
    events: 2,
    refusal: 'You have changed your leagues many times. Please try again later.',
  },
} as const satisfies Record<string, Allowance>
