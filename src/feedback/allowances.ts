import { type Allowance, DAY, MINUTE } from '../kernel/allowance.ts'

export const allowances = {
  feedback: {
    name: 'feedback',
    rates: [{ most: 20, seconds: DAY }],
    events: 1,
    refusal: 'You have given feedback 20 times today. Please go on tomorrow.',
  },
  /** Votes given and taken back. */
  feedbackVotes: {
    name: 'feedback-votes',
    rates: [
      { most: 60, seconds: MINUTE },
      { most: 300, seconds: DAY },
    ],
    events: 1,
    refusal: 'You are voting too fast. Please try again later.',
  },
} as const satisfies Record<string, Allowance>
