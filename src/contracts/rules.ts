import type { Outcome } from '../areas/fixtures/contract.ts'

/*
 * Numbers of rules that the help states. The code that keeps a rule takes its number from here, so that the help cannot say another;
 * those that SQL keeps are held equal by tests. What a pick pays stands in `points.ts`.
 */

/** Predictions are taken until so many minutes before kickoff (docs/rules.md R3). */
export const CUTOFF_MINUTES = 5

/** The fifth failed login locks an address (docs/rules.md R50). */
export const LOCKOUT = { attempts: 5, minutes: 15 } as const

/** Of a competition's prize pool, by place, in percent (docs/rules.md R38). */
export const PRIZE_PERCENT = [50, 30, 20] as const

/** How long the author of a message may edit it (docs/rules.md R47). */
export const MESSAGE_EDIT_MINUTES = 15

export const JOIN_CODE_LENGTH = 8

/** Shown beside each result. They change no points (docs/rules.md R13). */
export const MULTIPLIERS: Readonly<Record<Outcome, string>> = { home: '2.1x', draw: '3.2x', away: '2.8x' }
