import { type Allowance, DAY, HOUR } from '../kernel/allowance.ts'

export const allowances = {
  /** Of e-mail address, its confirmation, question and answer: a change of the address is a mail. */
  recoveryChanges: {
    name: 'recovery-changes',
    rates: [
      { most: 10, seconds: HOUR },
      { most: 30, seconds: DAY },
    ],
    events: 2,
    refusal: 'You have changed this too often. Please try again later.',
  },
} as const satisfies Record<string, Allowance>
