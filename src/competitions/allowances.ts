import { type Allowance, DAY, HOUR, TOO_FAST } from '../kernel/allowance.ts'

export const allowances = {
  competitionJoins: {
    name: 'competition-joins',
    rates: [
      { most: 100, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 1,
    refusal: TOO_FAST,
  },
} as const satisfies Record<string, Allowance>
