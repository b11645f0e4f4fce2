import type { RetroactiveReport, RetroactiveStatus } from '../../../../src/areas/achievements/contract.ts'
import { count, counted } from '../../lib/numbers.ts'

/** `12 achievements unlocked for 5 players` */
export function outcomeOf(achievements: number, players: number): string {
  return `${counted(achievements, 'achievement')} unlocked for ${counted(players, 'player')}`
}

/** Totals of a run, known at its start. */
export interface Outcome {
  readonly total: number
  readonly users: number
  /** Identifies the run; absent until a status has reported it. */
  readonly orderedAt?: string
}

/** Whether a followed run has ended: it is completed, or the status reports another run. */
export function isOver({ orderedAt }: Outcome, run: NonNullable<RetroactiveStatus['run']>): boolean {
  return run.state === 'completed' || (orderedAt !== undefined && orderedAt !== run.orderedAt)
}

/** Whether the status is to be polled every second. */
export function isUnderWay(status: RetroactiveStatus | undefined): boolean {
  return status !== undefined && (status.folding !== null || status.run?.state === 'running')
}

/** Progress in whole percent, below 100 until done, and as `1,200 of 4,800`. Only the count if the total is unknown. */
export function progressOf({ done, total }: { done: number; total: number | null }) {
  if (total === null) return { percent: 0, text: count(done) }
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
  return { percent, text: `${count(done)} of ${count(total)}` }
}

/** Number of affected players that the report omits because there are too many. */
export function unlisted({ usersAffected, results }: RetroactiveReport): number {
  return Math.max(0, usersAffected - results.length)
}

export function waitingText({ achievements, users }: RetroactiveStatus['waiting']): string {
  if (achievements === 0) return 'Nothing to unlock.'
  return `${counted(achievements, 'achievement')} ready for ${counted(users, 'player')}.`
}
