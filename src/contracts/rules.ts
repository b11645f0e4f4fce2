import type { Outcome } from '../areas/fixtures/contract.ts'

/*
 * Numbers of the rules on the help page. The code uses the same constants; for rules in SQL, tests ensure that they are equal.
 * Points per verdict are in `scoring-rules.ts`.
 */

/** Predictions close this many minutes before kickoff (docs/rules.md R3). */
export const CUTOFF_MINUTES = 5

/** The fifth failed login locks an address for 15 minutes (docs/rules.md R50). */
export const LOCKOUT = { attempts: 5, minutes: 15 } as const

/** Percentages of a competition's prize pool by place (docs/rules.md R38). */
export const PRIZE_PERCENT = [50, 30, 20] as const

/** Minutes during which the author of a message may edit it (docs/rules.md R47). */
export const MESSAGE_EDIT_MINUTES = 15

export const JOIN_CODE_LENGTH = 8

/** Shown with each result. They do not affect points (docs/rules.md R13). */
export const MULTIPLIERS: Readonly<Record<Outcome, string>> = { home: '2.1x', draw: '3.2x', away: '2.8x' }
