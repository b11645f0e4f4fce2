import type { GameweekWinner, LeaderboardEntry, RankHistory } from '../../../../src/contracts/boards.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'

/** With the reader as many lines as a chart of ranks takes. */
const RIVALS = 2

/** Whom the reader has next above them, and below where too few are above; of the rows around them. */
export function rivalsOf(entries: readonly LeaderboardEntry[], me: LeaderboardEntry): number[] {
  const at = entries.findIndex(({ id }) => id === me.id)
  if (at < 0) return []
  const above = entries.slice(Math.max(0, at - RIVALS), at)
  return [...above, ...entries.slice(at + 1, at + 1 + RIVALS - above.length)].map(({ id }) => id)
}

/** Charts are drawn on a plane of this size: within it, figures have room at the left, words below and names at the right. */
export const PLANE = { width: 400, height: 206, top: 16, bottom: 176, words: 196 } as const
const RANKS = { left: 52, right: 296 } as const
const WEEKS = { left: 44, right: 396 } as const
/** Names of lines keep so far from each other. */
const NAME_HEIGHT = 18

interface Tick {
  readonly at: number
  readonly text: string
}

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

const round = (value: number) => Math.round(value * 10) / 10

/** So few of them that their words stand clear of each other. */
function everyFew<T>(values: readonly T[], most: number): { readonly value: T; readonly index: number }[] {
  const step = Math.max(1, Math.ceil(values.length / most))
  return values.map((value, index) => ({ value, index })).filter(({ index }) => index % step === 0)
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

interface WinnerColumn {
  readonly gameweek: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The most of all. */
  readonly isMost: boolean
  /** The reader's points; null: none in this gameweek. */
  readonly ownY: number | null
}

interface WinnerChart {
  readonly columns: readonly WinnerColumn[]
  readonly points: readonly Tick[]
  readonly weeks: readonly Tick[]
}

/** Columns of the points that won each gameweek, the first at the left, with the reader's. */
export function winnerChart(winners: readonly GameweekWinner[]): WinnerChart {
  const ascending = [...winners].reverse()
  const most = Math.max(1, ...ascending.map(({ points }) => points))
  // A figure stands above the highest.
  const y = (points: number) => round(PLANE.bottom - ((PLANE.bottom - PLANE.top) * points) / (most * 1.1))
  const slot = (WEEKS.right - WEEKS.left) / Math.max(1, ascending.length)
  const width = Math.min(40, 0.64 * slot)
  const middle = (index: number) => WEEKS.left + slot * (index + 0.5)
  const step = most > 100 ? 50 : 25
  return {
    columns: ascending.map(({ gameweek, points, ownPoints }, index) => ({
      gameweek,
      x: round(middle(index) - width / 2),
      y: y(points),
      width: round(width),
      height: round(PLANE.bottom - y(points)),
      isMost: points === most,
      ownY: ownPoints === null ? null : y(ownPoints),
    })),
    points: Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step).map((points) => ({
      at: y(points),
      text: String(points),
    })),
    weeks: everyFew(ascending, 13).map(({ value, index }) => ({
      at: round(middle(index)),
      text: String(value.gameweek),
    })),
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
