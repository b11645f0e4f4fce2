import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { count, counted, idOf } from '../../lib/numbers.ts'

/** Of a season (docs/rules.md R64). */
const LAST_GAMEWEEK = 38

/** Rows shown before Show All (docs/rules.md R64). */
export const FIRST_ROWS = 10

export type BoardRows = ReturnType<typeof boardRows>

/** `own`: the reader's row where it is not among those shown; it stands after a gap. */
export function boardRows(entries: readonly LeaderboardEntry[], me: LeaderboardEntry | null, showAll: boolean) {
  const rows = showAll ? entries : entries.slice(0, FIRST_ROWS)
  return { rows, own: rows.some(({ id }) => id === me?.id) ? null : me }
}

/** `61% of 124 picks`: the accuracy of settled picks, and how many there are in all. */
export function accuracyLine(entry: Pick<LeaderboardEntry, 'accuracy' | 'totalPredictions'>): string {
  return `${entry.accuracy}% of ${counted(entry.totalPredictions, 'pick')}`
}

type Parts = NonNullable<LeaderboardEntry['parts']>

/** What a season's points are made of, in the order in which it is shown. */
export const PARTS: readonly { readonly id: keyof Parts; readonly name: string }[] = [
  { id: 'matches', name: 'Matches' },
  { id: 'badges', name: 'Badges' },
  { id: 'prizes', name: 'Prizes' },
]

/** `475 from matches`, where not all of the points are. */
export function fromMatches({ totalPoints, parts }: Pick<LeaderboardEntry, 'totalPoints' | 'parts'>): string | null {
  return parts && parts.matches !== totalPoints ? `${count(parts.matches)} from matches` : null
}

/** What the page of the whole leaderboard shows; it stands in the address. */
export interface BoardView {
  /** null: the whole season's. */
  readonly gameweek: number | null
  /** The page with the reader in its middle, or one that begins after so many rows. */
  readonly from: 'me' | number
  /** The beginning of names; empty: nobody is searched for. */
  readonly name: string
}

export function viewOf(query: URLSearchParams): BoardView {
  const gameweek = idOf(query.get('gameweek') ?? undefined)
  return {
    gameweek: gameweek !== null && gameweek <= LAST_GAMEWEEK ? gameweek : null,
    from: query.get('from') === 'me' ? 'me' : (idOf(query.get('from') ?? undefined) ?? 1) - 1,
    name: query.get('name') ?? '',
  }
}

export function queryOf({ gameweek, from, name }: BoardView): Record<string, string> {
  return {
    ...(gameweek === null ? {} : { gameweek: String(gameweek) }),
    ...(from === 0 ? {} : { from: from === 'me' ? from : String(from + 1) }),
    ...(name === '' ? {} : { name }),
  }
}

/** Points to the next rank above the reader, where a row that has it is known. */
export function toNextRank(
  entries: readonly LeaderboardEntry[],
  me: LeaderboardEntry,
): { readonly rank: number; readonly points: number } | null {
  const above = entries.findLast(({ totalPoints }) => totalPoints > me.totalPoints)
  return above ? { rank: above.ranking, points: above.totalPoints - me.totalPoints } : null
}

export type TableRows = ReturnType<typeof tableRows>

/** A page with the first ranks above it, where they are given and it lies further down. */
export function tableRows(
  first: readonly LeaderboardEntry[],
  rows: readonly LeaderboardEntry[],
  offset: number,
  me: LeaderboardEntry | null,
) {
  const lead = first.slice(0, offset)
  const isShown = [...lead, ...rows].some(({ id }) => id === me?.id)
  const next = lead.length + 1
  return {
    /** The first ranks, above a page from further down. */
    lead,
    /** What lies between them and the page, as the button says that shows it; null: nothing. */
    between: lead.length === 0 || next > offset ? null : `Places ${count(next)} to ${count(offset)}`,
    rows,
    /** The reader's row where another page holds it. */
    apart: isShown ? null : me,
  }
}
