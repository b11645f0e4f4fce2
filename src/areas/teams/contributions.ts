import type { GameweekMatch } from './gameweeks.ts'

/** A user's time in a team: after `from`, up to `to`, in milliseconds. */
export interface TeamTime {
  readonly from: number
  readonly to: number
}

export const isIn = ({ from, to }: TeamTime, at: number): boolean => at > from && at <= to

/** Match points of one stint in one gameweek. */
export interface Contribution {
  readonly team_id: number
  readonly user_id: number
  readonly revision: number
  readonly gameweek: number
  readonly points: number
}

type StintKey = Pick<Contribution, 'team_id' | 'user_id' | 'revision'>

/** Points of a player by gameweek. A gameweek may have several entries. */
export interface PlayerSums {
  readonly user_id: number
  readonly gameweeks: readonly number[]
  readonly points: readonly number[]
}

/** Points of picks of a player. */
export interface PlayerPicks {
  readonly user_id: number
  readonly fixtures: readonly number[]
  readonly points: readonly number[]
}

interface PlayedGameweek extends TeamTime {
  /** When its matches count. */
  readonly times: ReadonlyMap<number, number>
}

/**
 * Returns the points of each stint by gameweek, without gameweeks of 0 points. Where all played matches of a gameweek are in the stint, they
 * are its sum, otherwise those of the picks. `picks` contains the picks of stints and gameweeks that overlap in part.
 */
export function contributionsOf<Stint extends StintKey & TeamTime>(
  stints: readonly Stint[],
  { sums, picks }: { readonly sums: readonly PlayerSums[]; readonly picks: readonly PlayerPicks[] },
  matches: readonly GameweekMatch[],
): Contribution[] {
  const played = playedGameweeks(matches)
  const gameweekOf = new Map(matches.map(({ id, gameweek }) => [id, gameweek]))
  const sumsOf = new Map(sums.map((each) => [each.user_id, each]))
  const picksOf = new Map(picks.map((each) => [each.user_id, each]))
  return stints.flatMap((stint) => {
    const { team_id, user_id, revision } = stint
    const points = new Map<number, number>()
    const add = (gameweek: number, more: number) => points.set(gameweek, (points.get(gameweek) ?? 0) + more)
    const [mine, own] = [sumsOf.get(user_id), picksOf.get(user_id)]
    mine?.gameweeks.forEach((gameweek, index) => {
      const week = played.get(gameweek)
      if (week && isWhole(week, stint)) add(gameweek, mine.points[index]!)
    })
    own?.fixtures.forEach((fixture, index) => {
      const gameweek = gameweekOf.get(fixture)!
      const week = played.get(gameweek)!
      if (isIn(stint, week.times.get(fixture)!) && !isWhole(week, stint)) add(gameweek, own.points[index]!)
    })
    return [...points].map(([gameweek, sum]) => ({ team_id, user_id, revision, gameweek, points: sum }))
  })
}

function playedGameweeks(matches: readonly GameweekMatch[]): Map<number, PlayedGameweek> {
  const played = Map.groupBy(
    matches.filter(({ has_result }) => has_result),
    ({ gameweek }) => gameweek,
  )
  return new Map(
    [...played].map(([gameweek, week]) => {
      const times = new Map(week.map(({ id, counts_at }) => [id, Date.parse(counts_at!)]))
      return [gameweek, { from: Math.min(...times.values()), to: Math.max(...times.values()), times }]
    }),
  )
}

/** Whether all played matches of a gameweek are in a stint. */
const isWhole = (week: PlayedGameweek, stint: TeamTime): boolean => week.from > stint.from && week.to <= stint.to
