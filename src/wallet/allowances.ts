import { type Allowance, DAY, HOUR } from '../kernel/allowance.ts'

export const allowances = {
  /** Wallets connected, verified and disconnected. */
  wallet: {
    name: 'wallet',
    rates: [
      { most: 30, seconds: HOUR },
      { most: 100, seconds: DAY },
    ],
    events: 1,
    refusal: 'You have changed your wallet many times. Please try again later.',
  },
} as const satisfies Record<string, Allowance>
