import type { BoardChange, PastEntry, PastView } from '../../../../src/areas/boards/contract.ts'
import { count, counted, idOf, ordinal } from '../../lib/numbers.ts'

/** State of a past board, stored in the URL. */
export interface PastState {
  /** null: the current one. */
  readonly season: string | null
  /** null: the latest settled gameweek. */
  readonly after: number | null
  readonly as: PastView
  /** `me`: the page around the reader. A number: the offset of the page. */
  readonly from: 'me' | number
  /** Start of the names to search for; empty: no search. */
  readonly name: string
}

/** A page to request. */
export interface PastPage extends Omit<PastState, 'after'> {
  readonly gameweek: number
}

export function pastOf(query: URLSearchParams): PastState {
  return {
    season: query.get('season'),
    after: idOf(query.get('after') ?? undefined),
    as: query.get('view') === 'published' ? 'published' : 'corrected',
    from: query.get('from') === 'me' ? 'me' : (idOf(query.get('from') ?? undefined) ?? 1) - 1,
    name: query.get('name') ?? '',
  }
}

export function pastQuery({ season, after, as, from, name }: PastState): Record<string, string> {
  return {
    ...(season === null ? {} : { season }),
    ...(after === null ? {} : { after: String(after) }),
    ...(as === 'published' ? { view: as } : {}),
    ...(from === 0 ? {} : { from: from === 'me' ? from : String(from + 1) }),
    ...(name === '' ? {} : { name }),
  }
}

type Counted = BoardChange['before']

/** `2–1`, `Awarded`, `No result`. */
export const resultText = (result: Counted): string =>
  result === null ? 'No result' : result.homeScore === null ? 'Awarded' : `${result.homeScore}–${result.awayScore}`

/** `Leeds v Villa is 2–1`. */
export function changeTitle({ home, away, after }: BoardChange): string {
  const match = `${home} v ${away}`
  if (after === null) return `${match} has no result`
  if (after.homeScore !== null) return `${match} is ${resultText(after)}`
  return `${match} is awarded ${after.result === 'draw' ? 'as a draw' : `to ${after.result === 'home' ? home : away}`}`
}

/** `You gained 5.`; empty without a prediction. */
export function ownText({ ownPoints }: BoardChange): string {
  if (ownPoints === null) return 'You had no pick.'
  if (ownPoints === 0) return 'Your points stayed the same.'
  return `You ${ownPoints > 0 ? 'gained' : 'lost'} ${count(Math.abs(ownPoints))}.`
}

/** Effect of all changes on the board and on the reader. */
export function effectText(changedPlayers: number, me: PastEntry | null): string {
  const players = `${counted(changedPlayers, 'player')} ${changedPlayers === 1 ? 'has' : 'have'} other points now.`
  if (me === null) return players
  const gained = me.totalPoints - me.published.totalPoints
  const [points, ranks] = [
    gained === 0 ? [] : [`${gained > 0 ? 'gained' : 'lost'} ${count(Math.abs(gained))}`],
    me.ranking === me.published.ranking ? [] : [`went from ${ordinal(me.published.ranking)} to ${ordinal(me.ranking)}`],
  ]
  const own = [...points, ...ranks].join(' and ')
  return own === '' ? players : `${players} You ${own}.`
}
