import { type Allowance, HOUR, TOO_FAST } from '../kernel/allowance.ts'

export const allowances = {
  shouts: { name: 'shouts', rates: [{ most: 4, seconds: HOUR }], events: 1, refusal: TOO_FAST },
} as const satisfies Record<string, Allowance>
