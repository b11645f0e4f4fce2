import { type Allowance, DAY, HOUR, TOO_FAST } from '../kernel/allowance.ts'

export const allowances = {
  /** Sign-ins that the log takes note of: who knows the password is let in beyond it. */
  signIns: {
    name: 'sign-ins',
    rates: [
      { most: 60, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 1,
    refusal: TOO_FAST,
  },
  /** New passwords of one's own, each with its mail, and a request to the administrators that it closes. */
  ownPasswords: {
    name: 'own-passwords',
    rates: [
      { most: 10, seconds: HOUR },
      { most: 20, seconds: DAY },
    ],
    events: 2,
    refusal: TOO_FAST,
  },
} as const satisfies Record<string, Allowance>
