import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'

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

export interface Movement {
  readonly direction: 'up' | 'down' | 'none'
  /** What is shown beside the arrow. */
  readonly text: string
  readonly words: string
}

/** Places won or lost since the gameweek before the latest; null: not ranked then. */
export function movementOf(movement: number | null): Movement {
  if (movement === null) return { direction: 'none', text: '–', words: 'not ranked before' }
  if (movement === 0) return { direction: 'none', text: '–', words: 'no change' }
  const places = Math.abs(movement)
  return {
    direction: movement > 0 ? 'up' : 'down',
    text: String(places),
    words: `${places} ${places === 1 ? 'place' : 'places'} ${movement > 0 ? 'up' : 'down'}`,
  }
}

const numbers = new Intl.NumberFormat('en-GB')

/** `1,040` */
export function count(value: number): string {
  return numbers.format(value)
}
