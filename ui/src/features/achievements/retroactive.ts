import type { RetroactiveReport, RetroactiveStatus } from '../../../../src/areas/achievements/contract.ts'
import { count, counted } from '../../lib/numbers.ts'

/** `12 achievements unlocked for 5 players` */
export function outcomeOf(achievements: number, players: number): string {
  return `${counted(achievements, 'achievement')} unlocked for ${counted(players, 'player')}`
}

/** What a run gives, which is known from its beginning. */
export interface Outcome {
  readonly total: number
  readonly users: number
  /** Which run it is; absent: not seen in a status yet. */
  readonly orderedAt?: string
}

/** Whether a run that was followed is over: it says so, or the status tells of another one, as what goes on comes first. */
export function isOver({ orderedAt }: Outcome, run: NonNullable<RetroactiveStatus['run']>): boolean {
  return run.state === 'completed' || (orderedAt !== undefined && orderedAt !== run.orderedAt)
}

/** Whether the status is worth a look a second. */
export function isUnderWay(status: RetroactiveStatus | undefined): boolean {
  return status !== undefined && (status.folding !== null || status.run?.state === 'running')
}

/**
 * How far something is: whole percent, never 100 before it is done, and as `1,200 of 4,800`; the number alone where the end is not
 * known.
 */
export function progressOf({ done, total }: { done: number; total: number | null }) {
  if (total === null) return { percent: 0, text: count(done) }
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
  return { percent, text: `${count(done)} of ${count(total)}` }
}

/** Players of a report that it does not list, because they are too many. */
export function unlisted({ usersAffected, results }: RetroactiveReport): number {
  return Math.max(0, usersAffected - results.length)
}

export function waitingText({ achievements, users }: RetroactiveStatus['waiting']): string {
  if (achievements === 0) return 'Nobody has anything to catch up on.'
  return `${counted(achievements, 'achievement')} ${achievements === 1 ? 'waits' : 'wait'} for ${counted(users, 'player')}.`
}
