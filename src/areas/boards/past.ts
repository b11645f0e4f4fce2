import { DELETED_PLAYER } from '../../contracts/names.ts'
import { personOf } from '../../slice/person.ts'
import type { PastEntry, PastView } from './contract.ts'
import type { Band, ChangedResult, Move, PastRow, SettledRow } from './past-rows.ts'

/** A settled gameweek with the results that have changed since. */
export interface Settled {
  readonly gameweek: number
  readonly settledAt: string
  readonly previous: number | null
  readonly changes: readonly ChangedResult[]
  /** By view: equal as long as the numbers of its board are. */
  readonly signature: Readonly<Record<PastView, string>>
}

/** Settled gameweeks from their rows, in the order of the rows. */
export function gameweeksOf(rows: readonly SettledRow[]): Settled[] {
  let previous: number | null = null
  return [...Map.groupBy(rows, ({ gameweek }) => gameweek)].map(([gameweek, same]) => {
    const changes = same.filter((row): row is ChangedResult => row.fixture_id !== null)
    const { settled_at: settledAt, deleted } = same[0]!
    const results = changes.map((c) => [
      c.fixture_id,
      c.old_result,
      c.old_home,
      c.old_away,
      c.new_result,
      c.new_home,
      c.new_away,
    ])
    const published = `${settledAt} ${deleted}`
    const signature = { published, corrected: `${published} ${JSON.stringify(results)}` }
    const settled = { gameweek, settledAt, previous, changes, signature }
    previous = gameweek
    return settled
  })
}

/** Number of players with the same points. */
interface Height {
  readonly points: number
  readonly players: number
}

/** Players of a board by points, most points first. */
export interface Bars {
  readonly bars: readonly (Height & { readonly above: number })[]
  readonly total: number
  readonly changedPlayers: number
}

/** Adds to each bar the number of players above it. */
export function stacked(rows: readonly Height[], changedPlayers = 0): Bars {
  let total = 0
  const bars = rows.map((row) => {
    total += row.players
    return { ...row, above: total - row.players }
  })
  return { bars, total, changedPlayers }
}

/** The bars after some players have moved to other points. */
export function moved({ bars }: Bars, moves: readonly Move[]): Bars {
  const playersAt = new Map(bars.map(({ points, players }) => [points, players]))
  const add = (points: number, players: number) => playersAt.set(points, (playersAt.get(points) ?? 0) + players)
  for (const { from, to, players } of moves) {
    add(from, -players)
    add(to, players)
  }
  const heights = [...playersAt].flatMap(([points, players]) => (players > 0 ? [{ points, players }] : []))
  return stacked(
    heights.sort((a, b) => b.points - a.points),
    moves.reduce((sum, { players }) => sum + players, 0),
  )
}

/** One plus the number of players with more points. */
export const rankIn = ({ bars, total }: Bars, points: number): number =>
  1 + (bars.find((bar) => bar.points <= points)?.above ?? total)

/** Offset of the page that has a player, with `before` others ahead, in its middle. */
export const offsetAround = (before: number, limit: number, total: number): number =>
  Math.max(0, Math.min(before - Math.floor((limit - 1) / 2), total - limit))

/** Points of a page, and the rows of its highest points before it; null: beyond the last row. */
export function bandOf({ bars }: Bars, offset: number, limit: number): (Band & { readonly skip: number }) | null {
  const first = bars.find(({ above, players }) => above + players > offset)
  if (first === undefined) return null
  const last = bars.find(({ above, players }) => above + players >= offset + limit) ?? bars.at(-1)!
  return { highest: first.points, lowest: last.points, skip: offset - first.above }
}

/** Equal points share a rank (1, 2, 2, 4). */
export function ranked(rows: readonly PastRow[]): PastEntry[] {
  let ranking = 1
  return rows.map((row, index) => {
    if (index > 0 && row.totalPoints !== rows[index - 1]!.totalPoints) ranking = index + 1
    return entryOf(row, ranking)
  })
}

export function entryOf(row: PastRow, ranking: number): PastEntry {
  const { username, display_name, profile_image, published_rank, published_points, previous_rank, id, ...numbers } = row
  return {
    id: username === null ? null : id,
    ...personOf(username === null ? { ...row, username: DELETED_PLAYER } : row),
    ranking,
    ...numbers,
    movement: previous_rank === null ? null : previous_rank - ranking,
    published: { ranking: published_rank, totalPoints: published_points },
  }
}
