import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'
import { count } from '../../lib/numbers.ts'

/** Rows shown before Show All (core-play, section 9). */
export const FIRST_ROWS = 10

export interface BoardRows {
  readonly rows: readonly LeaderboardEntry[]
  /** The reader's own row where it is not among those shown; it stands after a gap. */
  readonly own: LeaderboardEntry | null
}

export function boardRows(
  entries: readonly LeaderboardEntry[],
  me: LeaderboardEntry | null,
  showAll: boolean,
): BoardRows {
  const rows = showAll ? entries : entries.slice(0, FIRST_ROWS)
  const isShown = me !== null && rows.some((entry) => entry.id === me.id)
  return { rows, own: isShown ? null : me }
}

/** `61% of 124 picks`: the accuracy of settled picks, and how many there are in all. */
export function accuracyLine(entry: Pick<LeaderboardEntry, 'accuracy' | 'totalPredictions'>): string {
  return `${entry.accuracy}% of ${count(entry.totalPredictions)} ${entry.totalPredictions === 1 ? 'pick' : 'picks'}`
}
