import { type Allowance, DAY, HOUR, MINUTE, TOO_FAST } from '../kernel/allowance.ts'

export const allowances = {
  /** Messages written and edited. */
  messages: {
    name: 'messages',
    rates: [
      { most: 5, seconds: 5 },
      { most: 60, seconds: MINUTE },
      { most: 2_000, seconds: DAY },
    ],
    events: 1,
    refusal: 'You are sending messages too fast. Please wait a moment.',
  },
  messageDeletions: {
    name: 'message-deletions',
    rates: [
      { most: 60, seconds: MINUTE },
      { most: 2_000, seconds: DAY },
    ],
    events: 1,
    refusal: TOO_FAST,
  },
  reports: {
    name: 'reports',
    rates: [
      { most: 20, seconds: HOUR },
      { most: 50, seconds: DAY },
    ],
    events: 1,
    refusal: 'You have reported many messages. An administrator will look at them; please report more later.',
  },
} as const satisfies Record<string, Allowance>
