import { type Allowance, HOUR, MINUTE } from '../kernel/allowance.ts'

export const allowances = {
  /** Picks made and changed. */
  predictions: {
    name: 'predictions',
    rates: [
      { most: 120, seconds: MINUTE },
      { most: 2_000, seconds: HOUR },
    ],
    events: 1,
    refusal: 'You are changing your predictions too fast. Please wait a moment.',
  },
} as const satisfies Record<string, Allowance>
