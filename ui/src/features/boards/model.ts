import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { count, idOf, ordinal } from '../../lib/numbers.ts'
import { GAMEWEEKS } from '../../lib/paths.ts'

/** Rows shown before Show All (docs/rules.md R64). */
export const FIRST_ROWS = 10

export type BoardRows = ReturnType<typeof boardRows>

/** The visible rows. `own` is the reader's row if it is not among them; it follows a gap. */
export function boardRows(entries: readonly LeaderboardEntry[], me: LeaderboardEntry | null, showAll: boolean) {
  const rows = showAll ? entries : entries.slice(0, FIRST_ROWS)
  return { rows, own: rows.some(({ id }) => id === me?.id) ? null : me }
}

/** Number of players from which a place in the better half is shown as a percentage. */
const MANY = 10

/** `Top 12%`; `3rd of 5` among few players and in the lower half; null if the reader is not ranked. */
export function placeText({ me, total }: { me: LeaderboardEntry | null; total: number }): string | null {
  if (me === null) return null
  const percentage = Math.ceil((100 * me.ranking) / total)
  return total < MANY || percentage > 50 ? `${ordinal(me.ranking)} of ${count(total)}` : `Top ${percentage}%`
}

type Parts = NonNullable<LeaderboardEntry['parts']>

/** Sources of a season's points, in display order. */
export const PARTS: readonly { readonly id: keyof Parts; readonly name: string }[] = [
  { id: 'matches', name: 'Matches' },
  { id: 'badges', name: 'Badges' },
  { id: 'prizes', name: 'Prizes' },
]

/** State of the leaderboard page, stored in the URL. */
export interface BoardView {
  /** null: the whole season. */
  readonly gameweek: number | null
  /** `me`: the page around the reader. A number: the offset of the page. */
  readonly from: 'me' | number
  /** Start of the names to search for; empty: no search. */
  readonly name: string
}

export function viewOf(query: URLSearchParams): BoardView {
  const gameweek = idOf(query.get('gameweek') ?? undefined)
  return {
    gameweek: gameweek !== null && gameweek <= GAMEWEEKS ? gameweek : null,
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

/** Points to the next rank above the reader, if a row with it is known. */
export function toNextRank(
  entries: readonly LeaderboardEntry[],
  me: LeaderboardEntry,
): { readonly rank: number; readonly points: number } | null {
  const above = entries.findLast(({ totalPoints }) => totalPoints > me.totalPoints)
  return above ? { rank: above.ranking, points: above.totalPoints - me.totalPoints } : null
}

export type TableRows = ReturnType<typeof tableRows>

/** A page with the first ranks above it, if they are given and the page starts further down. */
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
    /** The first ranks, above a later page. */
    lead,
    /** Label of the button for the ranks in between; null: none. */
    between: lead.length === 0 || next > offset ? null : `Places ${count(next)} to ${count(offset)}`,
    rows,
    /** The reader's row if it is on another page. */
    apart: isShown ? null : me,
  }
}
