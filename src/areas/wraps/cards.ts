import { authorOf } from '../../slice/person.ts'
import type { Team } from '../fixtures/contract.ts'
import type { WrapCards } from './contract.ts'
import type { OwnWrapRow, RivalRow, WrapPick } from './queries.ts'

/** Fewest picks of a club's matches that make it a nemesis, and fewest correct picks in a row that make a streak. */
const [NEMESIS_PICKS, STREAK_PICKS] = [5, 2]

const isRight = ({ verdict }: WrapPick): boolean => verdict === 'exact' || verdict === 'correct'
const pointsOf = (picks: readonly WrapPick[]): number => picks.reduce((sum, { points }) => sum + points, 0)

/** The picks by gameweek, ascending. */
const byGameweek = (picks: readonly WrapPick[]): readonly (readonly [number, readonly WrapPick[]])[] =>
  [...Map.groupBy(picks, ({ gameweek }) => gameweek)].sort(([a], [b]) => a - b)

export function bestCall(picks: readonly WrapPick[]): WrapCards['bestCall'] {
  const exact = picks.filter(({ verdict }) => verdict === 'exact')
  const [isExact, candidates] = exact.length > 0 ? [true, exact] : [false, picks.filter(isRight)]
  const had = ({ same, agreeing }: WrapPick) => (isExact ? same : agreeing)
  const [best] = candidates.toSorted((a, b) => had(a) / a.players - had(b) / b.players)
  if (best === undefined) return null
  const { gameweek, home, away, result, homeScore, awayScore, players } = best
  return {
    ...{ gameweek, home, away, players, isExact, had: had(best), predictedResult: result },
    ...{ predictedHomeScore: homeScore, predictedAwayScore: awayScore },
  }
}

export function nemesis(picks: readonly WrapPick[]): WrapCards['nemesis'] {
  const clubs = new Map<number, { club: Team; right: number; picks: number; backed: number }>()
  for (const pick of picks)
    for (const side of ['home', 'away'] as const) {
      const club = pick[side]
      const entry = clubs.get(club.id) ?? { club, right: 0, picks: 0, backed: 0 }
      entry.picks += 1
      entry.right += isRight(pick) ? 1 : 0
      entry.backed += pick.result === side ? 1 : 0
      clubs.set(club.id, entry)
    }
  const [worst] = [...clubs.values()]
    .filter((entry) => entry.picks >= NEMESIS_PICKS && entry.right < entry.picks)
    .sort((a, b) => a.right / a.picks - b.right / b.picks || b.picks - a.picks || a.club.id - b.club.id)
  return worst ?? null
}

export function luckiest(picks: readonly WrapPick[], means: OwnWrapRow['means']): WrapCards['luckiest'] {
  const weeks = byGameweek(picks).map(([gameweek, own]) => ({
    ...{ gameweek, points: pointsOf(own), mean: means[gameweek] ?? 0 },
    exactScores: own.filter(({ verdict }) => verdict === 'exact').length,
  }))
  const [best] = weeks.toSorted((a, b) => b.points - b.mean - (a.points - a.mean))
  return best !== undefined && best.points > best.mean ? best : null
}

export function finish(
  points: number,
  histogram: readonly { readonly points: number; readonly players: number }[],
): WrapCards['finish'] {
  const count = (isCounted: (other: number) => boolean) =>
    histogram.filter((row) => isCounted(row.points)).reduce((sum, { players }) => sum + players, 0)
  const players = count(() => true)
  if (players < 2) return null
  const fewer = count((other) => other < points)
  return { rank: 1 + count((other) => other > points), players, percent: Math.floor((100 * fewer) / (players - 1)) }
}

export function streak(picks: readonly WrapPick[]): WrapCards['streak'] {
  let [start, best, bestStart] = [0, 0, 0]
  picks.forEach((pick, nth) => {
    if (!isRight(pick)) start = nth + 1
    else if (nth + 1 - start > best) [best, bestStart] = [nth + 1 - start, start]
  })
  if (best < STREAK_PICKS) return null
  const next = picks[bestStart + best]
  const timeOf = ({ kickoff }: WrapPick) => (kickoff === null ? null : new Date(kickoff).toISOString())
  return {
    length: best,
    from: timeOf(picks[bestStart]!),
    to: timeOf(picks[bestStart + best - 1]!),
    endedBy: next ? { home: next.home, away: next.away } : null,
  }
}

export function rival(picks: readonly WrapPick[], row: RivalRow | undefined): WrapCards['rival'] {
  if (row === undefined) return null
  const own = new Map(byGameweek(picks).map(([gameweek, of]) => [gameweek, pointsOf(of)]))
  const gameweeks = [...new Set([...own.keys(), ...Object.keys(row.gameweeks).map(Number)])].sort((a, b) => a - b)
  let [lead, leader, swaps] = [0, 0, 0]
  for (const gameweek of gameweeks) {
    lead += (own.get(gameweek) ?? 0) - (row.gameweeks[gameweek] ?? 0)
    const now = Math.sign(lead)
    if (now !== 0 && leader !== 0 && now !== leader) swaps += 1
    if (now !== 0) leader = now
  }
  return { player: authorOf(row)!, points: row.points, swaps }
}
