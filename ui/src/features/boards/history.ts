import type { GameweekWinner, LeaderboardEntry, RankHistory } from '../../../../src/contracts/boards.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'
import { columnChart, everyFew, PLANE, round, type Tick } from '../../lib/plane.ts'

/** With the reader as many lines as a chart of ranks takes. */
const RIVALS = 2

/** Whom the reader has next above them, and below where too few are above; of the rows around them. */
export function rivalsOf(entries: readonly LeaderboardEntry[], me: LeaderboardEntry): number[] {
  const at = entries.findIndex(({ id }) => id === me.id)
  if (at < 0) return []
  const above = entries.slice(Math.max(0, at - RIVALS), at)
  return [...above, ...entries.slice(at + 1, at + 1 + RIVALS - above.length)].map(({ id }) => id)
}

const RANKS = { left: 52, right: 296 } as const
/** Names of lines keep so far from each other. */
const NAME_HEIGHT = 18

export interface RankLine {
  readonly id: number
  readonly name: string
  /** As the attribute `d` of a path; a gameweek without a rank leaves a gap. */
  readonly path: string
  /** Where it ends, and where its name stands. */
  readonly end: { readonly x: number; readonly y: number; readonly nameY: number }
}

export interface RankChart {
  readonly lines: readonly RankLine[]
  readonly ranks: readonly Tick[]
  readonly weeks: readonly Tick[]
}

/** Lines of ranks after each gameweek: each power of ten is as far from the next. `nameOf`: what stands at the end of a line. */
export function rankChart(
  history: RankHistory,
  nameOf: (player: { id: number; username: string }) => string,
): RankChart {
  const { gameweeks, players } = history
  const last = Math.max(10, ...players.flatMap(({ ranks }) => ranks.map((rank) => rank ?? 1)))
  const y = (rank: number) => PLANE.top + ((PLANE.bottom - PLANE.top) * Math.log10(rank)) / Math.log10(last)
  const span = RANKS.right - RANKS.left
  const x = (index: number) =>
    gameweeks.length < 2 ? RANKS.right : RANKS.left + (span * index) / (gameweeks.length - 1)
  const lines = players.flatMap((player) => {
    const points = player.ranks.flatMap((rank, index) =>
      rank === null
        ? []
        : { x: round(x(index)), y: round(y(rank)), isStart: (player.ranks[index - 1] ?? null) === null },
    )
    const end = points.at(-1)
    if (end === undefined) return []
    const path = points.map((point) => `${point.isStart ? 'M' : 'L'}${point.x} ${point.y}`).join('')
    return [{ id: player.id, name: nameOf(player), path, end: { x: end.x, y: end.y, nameY: end.y } }]
  })
  const powers = Array.from({ length: Math.floor(Math.log10(last)) + 1 }, (_, power) => 10 ** power)
  return {
    lines: apart(lines),
    ranks: powers.map((rank) => ({ at: round(y(rank)), text: count(rank) })),
    weeks: everyFew(gameweeks, 6).map(({ value, index }) => ({ at: round(x(index)), text: String(value) })),
  }
}

/** Lines whose ends lie beside each other have their names below each other, in the same order. */
function apart(lines: readonly RankLine[]): RankLine[] {
  const sorted = [...lines].sort((a, b) => a.end.y - b.end.y)
  let floor = Number.NEGATIVE_INFINITY
  const down = sorted.map((line) => {
    floor = Math.max(line.end.nameY, floor + NAME_HEIGHT)
    return { ...line, end: { ...line.end, nameY: floor } }
  })
  const over = Math.max(0, floor - PLANE.bottom)
  const byId = new Map(
    down.map((line) => [line.id, { ...line, end: { ...line.end, nameY: round(line.end.nameY - over) } }]),
  )
  return lines.map(({ id }) => byId.get(id)!)
}

/** `37th`, `up from 212th.` of the reader's ranks; null: they have none. */
export function rankSay(ranks: readonly (number | null)[]): { readonly now: string; readonly since: string } | null {
  const [first, ...others] = ranks.filter((rank) => rank !== null)
  if (first === undefined) return null
  const last = others.at(-1)
  if (last === undefined) return { now: ordinal(first), since: '' }
  const since =
    last < first
      ? `up from ${ordinal(first)}.`
      : last > first
        ? `down from ${ordinal(first)}.`
        : 'as after the first gameweek.'
  return { now: ordinal(last), since }
}

/** Columns of the points that won each gameweek, the first at the left, with the reader's: null, none in this gameweek. */
export function winnerChart(winners: readonly GameweekWinner[]) {
  const ascending = [...winners].reverse()
  const { columns, heightOf, ...axes } = columnChart(ascending)
  return {
    ...axes,
    columns: columns.map((column, index) => {
      const { ownPoints } = ascending[index]!
      return { ...column, ownY: ownPoints === null ? null : heightOf(ownPoints) }
    }),
  }
}

const listed = new Intl.ListFormat('en-GB')

/** `gameweek 9`, `gameweeks 4 and 8` */
function weeksText(winners: readonly GameweekWinner[]): string {
  const numbers = winners.map(({ gameweek }) => gameweek).sort((a, b) => a - b)
  return `gameweek${numbers.length === 1 ? '' : 's'} ${listed.format(numbers.map(String))}`
}

/** What it took to win a gameweek, and how near the reader came. */
export function winnersSay(
  winners: readonly GameweekWinner[],
): { readonly most: string; readonly rest: string } | null {
  if (winners.length === 0) return null
  const points = winners.map((each) => each.points)
  const [most, least] = [Math.max(...points), Math.min(...points)]
  const having = (value: number) => weeksText(winners.filter((each) => each.points === value))
  const take =
    most === least
      ? `in ${having(most)}.`
      : `in ${having(most)}, the most; ${count(least)} was enough in ${having(least)}.`
  return { most: count(most), rest: `${take}${nearest(winners)}` }
}

function nearest(winners: readonly GameweekWinner[]): string {
  const behind = ({ points, ownPoints }: GameweekWinner) => points - (ownPoints ?? 0)
  const played = winners.filter(({ ownPoints }) => ownPoints !== null)
  if (played.length === 0) return ''
  const won = played.filter((each) => behind(each) === 0)
  if (won.length > 0) return ` You won ${weeksText(won)}.`
  const closest = played.reduce((best, each) => (behind(each) < behind(best) ? each : best))
  return ` You came closest in gameweek ${closest.gameweek}, ${counted(behind(closest), 'point')} behind.`
}
