import type { GameweekWinner, LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'

/** Rivals in the rank chart; with the reader they fill its lines. */
const RIVALS = 2

/** Ids of the players directly above the reader, filled up from below. */
export function rivalsOf(entries: readonly LeaderboardEntry[], me: LeaderboardEntry): number[] {
  const at = entries.findIndex(({ id }) => id === me.id)
  if (at < 0) return []
  const above = entries.slice(Math.max(0, at - RIVALS), at)
  return [...above, ...entries.slice(at + 1, at + 1 + RIVALS - above.length)].map(({ id }) => id)
}

/** Summary of the reader's ranks: `37th`, `up from 212th.`; null if there are none. */
export function rankSummary(
  ranks: readonly (number | null)[],
): { readonly now: string; readonly since: string } | null {
  const [first, ...others] = ranks.filter((rank) => rank !== null)
  if (first === undefined) return null
  const last = others.at(-1)
  if (last === undefined) return { now: ordinal(first), since: '' }
  const since =
    last < first
      ? `up from ${ordinal(first)}.`
      : last > first
        ? `down from ${ordinal(first)}.`
        : 'same as after your first gameweek.'
  return { now: ordinal(last), since }
}

const listed = new Intl.ListFormat('en-GB')

/** `gameweek 9`, `gameweeks 4 and 8` */
function weeksText(winners: readonly GameweekWinner[]): string {
  const numbers = winners.map(({ gameweek }) => gameweek).sort((a, b) => a - b)
  return `gameweek${numbers.length === 1 ? '' : 's'} ${listed.format(numbers.map(String))}`
}

/** Points needed to win a gameweek, and the reader's closest result. */
export function winnersSummary(winners: readonly GameweekWinner[]) {
  if (winners.length === 0) return null
  const points = winners.map((each) => each.points)
  const [most, least] = [Math.max(...points), Math.min(...points)]
  const having = (value: number) => weeksText(winners.filter((each) => each.points === value))
  const needed =
    most === least
      ? `in ${having(most)}.`
      : `in ${having(most)}, the highest; ${count(least)} was enough in ${having(least)}.`
  return { most: count(most), rest: `${needed}${nearest(winners)}` }
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
