import { type Allowance, DAY, MINUTE } from '../kernel/allowance.ts'

export const allowances = {
  /** Following and no longer following. */
  follows: {
    name: 'follows',
    rates: [
      { most: 60, seconds: MINUTE },
      { most: 300, seconds: DAY },
    ],
    events: 1,
    refusal: 'You are following players too fast. Please wait a moment.',
  },
} as const satisfies Record<string, Allowance>
