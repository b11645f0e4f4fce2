import type { Fixture, Outcome } from '../../../../src/areas/fixtures/contract.ts'
import type { Goal, MatchChange, MatePick, PickCount } from '../../../../src/areas/matches/contract.ts'
import { type LeagueScoring, leaguePoints } from '../../../../src/contracts/league-scoring.ts'
import { outcomeOf, pointsPerVerdict, type Scoreline, verdictOf } from '../../../../src/contracts/points.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { counted } from '../../lib/numbers.ts'

/** The score or award that counts now. */
export interface Standing {
  readonly result: Scoreline
  /** The match is under way: points are not paid yet. */
  readonly isLive: boolean
}

/** A pick as answers have it. */
export interface Called {
  readonly predictedResult: Outcome
  readonly predictedHomeScore: number | null
  readonly predictedAwayScore: number | null
}

export const scorelineOf = ({ predictedResult, predictedHomeScore, predictedAwayScore }: Called): Scoreline => ({
  outcome: predictedResult,
  home: predictedHomeScore,
  away: predictedAwayScore,
})

/** The result of a match, or its live score; null: none. */
export function standingOf({ status, homeScore: home, awayScore: away, awardedResult }: Fixture): Standing | null {
  if (awardedResult !== null) return { result: { outcome: awardedResult, home: null, away: null }, isLive: false }
  if (home === null || away === null) return null
  return { result: { outcome: outcomeOf(home, away), home, away }, isLive: status !== 'FINISHED' }
}

export interface Earned {
  readonly points: number
  readonly verdict: Verdict
}

export function earned(pick: Scoreline, result: Scoreline, season: string): Earned {
  const verdict = verdictOf(pick, result)
  return { points: pointsPerVerdict(season)[verdict], verdict }
}

/** Numbers of players by result. */
export interface Sides extends Readonly<Record<Outcome, number>> {
  readonly total: number
}

export function sidesOf(crowd: readonly PickCount[]): Sides {
  const sides = { home: 0, draw: 0, away: 0, total: 0 }
  for (const { result, picks } of crowd) {
    sides[result] += picks
    sides.total += picks
  }
  return sides
}

/** Whole percentages that add up to 100; all 0 without picks. */
export function percentages({ home, draw, away, total }: Sides): Readonly<Record<Outcome, number>> {
  if (total === 0) return { home: 0, draw: 0, away: 0 }
  const exact = { home: (100 * home) / total, draw: (100 * draw) / total, away: (100 * away) / total }
  const whole = { home: Math.floor(exact.home), draw: Math.floor(exact.draw), away: Math.floor(exact.away) }
  const byRest = (Object.keys(exact) as Outcome[]).sort((a, b) => (exact[b] % 1) - (exact[a] % 1))
  for (const outcome of byRest.slice(0, 100 - whole.home - whole.draw - whole.away)) whole[outcome]++
  return whole
}

const SHOWN_SCORES = 6

/** The most common scores, at most six. */
export const commonScores = (crowd: readonly PickCount[]): readonly PickCount[] =>
  crowd.filter(({ home }) => home !== null).slice(0, SHOWN_SCORES)

export const isSame = (a: Scoreline, b: Scoreline): boolean =>
  a.outcome === b.outcome && a.home === b.home && a.away === b.away

export const countedAs = ({ result, home, away }: PickCount): Scoreline => ({ outcome: result, home, away })

/** Number of players with exactly this pick. */
export const picksOf = (crowd: readonly PickCount[], pick: Scoreline): number =>
  crowd.find((each) => isSame(countedAs(each), pick))?.picks ?? 0

/** Number of players whose points differ between two results. */
function affectedBy(
  crowd: readonly PickCount[],
  before: Scoreline | null,
  after: Scoreline | null,
  season: string,
): number {
  const points = (pick: Scoreline, result: Scoreline | null) => (result ? earned(pick, result, season).points : 0)
  return crowd
    .filter((each) => points(countedAs(each), before) !== points(countedAs(each), after))
    .reduce((sum, { picks }) => sum + picks, 0)
}

export interface MateRow extends MatePick {
  /** Points by the present score, in a league with its own scoring those; null without a pick or a score. */
  readonly points: number | null
  /** Points outside such a league. */
  readonly overall: number | null
  /** Points before the last correction; null: never corrected, or no pick. */
  readonly was: number | null
}

interface MatesOf {
  readonly mates: readonly MatePick[]
  readonly userId: number
  readonly standing: Standing | null
  /** The result before the last correction; null: none. */
  readonly before: Scoreline | null
  readonly season: string
  /** The league’s own scoring. */
  readonly scoring?: LeagueScoring | undefined
}

/** Points of a mate’s pick by a result, with the joker where the league has its own scoring. */
export function matePoints(
  { pick, joker }: Pick<MatePick, 'pick' | 'joker'>,
  result: Scoreline,
  { season, scoring }: Pick<MatesOf, 'season' | 'scoring'>,
): number | null {
  if (pick === null) return null
  const called = scorelineOf(pick)
  return scoring ? leaguePoints(scoring, called, result, joker) : earned(called, result, season).points
}

/**
 * Mates with points, most first. Without a score, those with the reader’s pick come first. Those without a pick come
 * last; otherwise by name.
 */
export function mateRows({ mates, userId, standing, before, season, scoring }: MatesOf): readonly MateRow[] {
  const own = mates.find(({ id }) => id === userId)?.pick
  const rows = mates.map(
    (mate): MateRow => ({
      ...mate,
      points: standing && matePoints(mate, standing.result, { season, scoring }),
      overall: standing && matePoints(mate, standing.result, { season }),
      was: before && matePoints(mate, before, { season, scoring }),
    }),
  )
  const order = ({ id, pick, points }: MateRow): number => {
    if (pick === null) return -1
    if (standing !== null) return points ?? 0
    if (id === userId) return 2
    return own && isSame(scorelineOf(pick), scorelineOf(own)) ? 1 : 0
  }
  return rows.sort((a, b) => order(b) - order(a) || a.username.localeCompare(b.username, 'en-GB'))
}

/** Numbers of mates by points, most points first, and of those without a pick. */
export function tiersOf(rows: readonly MateRow[]) {
  const withPick = rows.filter(({ pick }) => pick !== null)
  const tiers = groupBy(withPick, ({ points }) => points ?? 0)
  return {
    tiers: [...tiers].map(([points, { length }]) => ({ points, players: length })).sort((a, b) => b.points - a.points),
    without: rows.length - withPick.length,
  }
}

/** A change of a match with its effect. */
export interface ChangeRow {
  readonly change: MatchChange
  /** It counts now. */
  readonly isNow: boolean
  /** Points of the reader before and after; null without a pick, or if the result is the same. */
  readonly own: { readonly before: number | null; readonly after: number | null } | null
  /** Players whose points changed; null: the result is the same, or the first one. */
  readonly affected: number | null
}

/** Changes with their effects on the reader and the crowd, newest first. */
export function changeRows(
  history: readonly MatchChange[],
  own: Scoreline | null,
  crowd: readonly PickCount[] | undefined,
  season: string,
): readonly ChangeRow[] {
  const rows = history.map((change, index): ChangeRow => {
    const before = history[index - 1]?.result ?? null
    const after = change.result
    const isSameResult = before === after || (before !== null && after !== null && isSame(before, after))
    const points = (result: Scoreline | null) => (own && result ? earned(own, result, season).points : null)
    return {
      change,
      isNow: index === history.length - 1,
      own: own === null || isSameResult ? null : { before: points(before), after: points(after) },
      affected: isSameResult || before === null || !crowd ? null : affectedBy(crowd, before, after, season),
    }
  })
  return rows.reverse()
}

/** The result that the present one corrected; null: it was never corrected. */
export function correctedFrom(history: readonly MatchChange[]): Scoreline | null {
  const results = history.map(({ result }) => result)
  const now = results.at(-1)
  const earlier = results.findLast((each) => each !== null && (!now || !isSame(each, now)))
  return now && earlier ? earlier : null
}

/** The next goal and its effect on a pick. */
export interface Swing {
  readonly home: number
  /** The points if nothing changes. */
  readonly now: number
  readonly away: number
}

/** Points of a pick at the score, and after the next goal of each club; null without a score. */
export function swingOf(pick: Scoreline, { result: { home, away } }: Standing, season: string): Swing | null {
  if (home === null || away === null) return null
  const at = (h: number, a: number) => earned(pick, { outcome: outcomeOf(h, a), home: h, away: a }, season).points
  return { home: at(home + 1, away), now: at(home, away), away: at(home, away + 1) }
}

/** How much the next goal can change: the matches with most to gain or lose come first. */
export const stakeOf = (swing: Swing | null): number =>
  swing === null ? -1 : Math.max(Math.abs(swing.home - swing.now), Math.abs(swing.away - swing.now))

/** The change of the points of a pick by a goal. */
function goalEffect(goal: Goal, before: Goal | undefined, pick: Scoreline | null, season: string): number {
  if (pick === null) return 0
  const line = (home: number, away: number) => ({ outcome: outcomeOf(home, away), home, away })
  const was = line(before?.home ?? 0, before?.away ?? 0)
  return earned(pick, line(goal.home, goal.away), season).points - earned(pick, was, season).points
}

export interface GoalRow {
  readonly goal: Goal
  /** Change of the reader’s points. */
  readonly effect: number
}

/** Goals, newest first, with their effects on the reader’s picks by match. */
export function goalRows(
  goals: readonly Goal[],
  pickOf: (fixtureId: number) => Scoreline | null,
  season: string,
): readonly GoalRow[] {
  return goals.map((goal, index) => {
    const before = goals.slice(index + 1).find(({ fixtureId }) => fixtureId === goal.fixtureId)
    return { goal, effect: goalEffect(goal, before, pickOf(goal.fixtureId), season) }
  })
}

/** A sentence about the crowd: `16,019 gain, 1,457 lose`. */
export function crowdEffect({ gained, lost }: Goal): string {
  const parts = [
    ...(gained > 0 ? [counted(gained, 'gains', 'gain')] : []),
    ...(lost > 0 ? [counted(lost, 'loses', 'lose')] : []),
  ]
  return parts.length === 0 ? 'Nobody’s points change' : parts.join(', ')
}
