import { PRIZE_PERCENT } from '../../contracts/rules.ts'
import type { KnownCompetition } from './competition-state.ts'
import { type Pair, playersIn, roundsFor } from './cup.ts'
import { ranked, type Scores, scoreOf, scoresOf } from './ranking.ts'
import { playersOf } from './roster.ts'

/** Number of paid places. */
const PAID_PLACES = PRIZE_PERCENT.length

export interface Place {
  readonly userId: number
  /** 1, 2 or 3. */
  readonly place: number
  readonly points: number
}

/** Points paid for a place, rounded to whole points. */
export const prizeOf = (prizePool: number, place: number): number =>
  Math.round((prizePool * (PRIZE_PERCENT[place - 1] ?? 0)) / 100)

/** A round and its gameweek. */
interface PendingRound {
  readonly round: number
  readonly gameweek: number
}

type ByGameweek = Extract<KnownCompetition['window'], { by: 'gameweek' }>

/** One gameweek a round (docs/rules.md R40). */
export const gameweekOf = (window: ByGameweek, round: number): number => window.from + round - 1

/** The players among `among` who have not left, in order of joining. */
function stillThere({ roster }: KnownCompetition, among: readonly number[]): readonly number[] {
  const wanted = new Set(among)
  return playersOf(roster).filter((userId) => wanted.has(userId))
}

/** Players of a cup round: all in the first round, then the winners of the previous one. */
export function cupPlayers(state: KnownCompetition, round: number): readonly number[] {
  if (round === 1) return playersOf(state.roster)
  return stillThere(state, state.cupRounds[round - 2]?.winners ?? [])
}

/** Players of a knockout round. */
export function knockoutPlayers(state: KnownCompetition, round: number): readonly number[] {
  const before = state.knockoutRounds[round - 2]
  if (!before) return playersOf(state.roster)
  const out = new Set(before.out)
  return stillThere(
    state,
    before.players.flatMap(({ userId }) => (out.has(userId) ? [] : [userId])),
  )
}

/** The round that its gameweek has not decided yet; null: none. */
export function pendingRound(state: KnownCompetition): PendingRound | null {
  if (state.status === 'ended' || state.window.by !== 'gameweek') return null
  if (state.kind === 'cup') {
    const last = state.cupRounds.at(-1)
    return last && last.winners === null ? { round: state.cupRounds.length, gameweek: last.gameweek } : null
  }
  if (state.kind !== 'knockout') return null
  const round = state.knockoutRounds.length + 1
  return { round, gameweek: gameweekOf(state.window, round) }
}

/** The latest decided round; null: none. */
export function decidedRound(state: KnownCompetition): PendingRound | null {
  const rounds = state.kind === 'cup' ? state.cupRounds.filter(({ winners }) => winners !== null) : state.knockoutRounds
  const last = rounds.at(-1)
  return last ? { round: rounds.length, gameweek: last.gameweek } : null
}

/** Whether rounds have begun; after that no player can join. */
export const hasRounds = ({ cupRounds, knockoutRounds }: KnownCompetition): boolean =>
  cupRounds.length > 0 || knockoutRounds.length > 0

/** Number of rounds of a drawn cup; null before the draw. */
export function cupLength({ cupRounds: [first] }: KnownCompetition): number | null {
  return first ? roundsFor(playersIn(first.pairs).length) : null
}

/** The first three by points. A player without points has no place. */
export function placesByPoints(state: KnownCompetition, scores: Scores): readonly Place[] {
  return ranked(playersOf(state.roster), scores)
    .filter(({ points }) => points > 0)
    .slice(0, PAID_PLACES)
    .map(({ userId, points }, index) => ({ userId, place: index + 1, points }))
}

/** The winner, the losing finalist, and the better of the losing semi-finalists. */
export function cupPlaces(state: KnownCompetition): readonly Place[] {
  const final = state.cupRounds.at(-1)
  const [winner] = final?.winners ?? []
  if (!final || winner === undefined) return []
  const finalists = playersIn(final.pairs)
  const before = state.cupRounds.at(-2)
  const losers = before ? losersOf(before.pairs, before.winners ?? []) : []
  const [third] = ranked(stillThere(state, losers), scoresOf(before?.scores ?? []))
  const order = [
    winner,
    ...stillThere(
      state,
      finalists.filter((userId) => userId !== winner),
    ),
  ]
  const placed = order.map((userId, index) => ({
    userId,
    place: index + 1,
    points: scoreOf(scoresOf(final.scores), userId).points,
  }))
  return third ? [...placed, { userId: third.userId, place: 3, points: third.points }] : placed
}

const losersOf = (pairs: readonly Pair[], winners: readonly number[]): readonly number[] =>
  playersIn(pairs).filter((userId) => !winners.includes(userId))

/** The last player in, then those who went out last; within a round by its ranking. */
export function knockoutPlaces(state: KnownCompetition): readonly Place[] {
  const rounds = state.knockoutRounds.toReversed()
  const last = rounds[0]
  if (!last) return []
  const order = [
    ...last.players,
    ...rounds.slice(1).flatMap(({ players, out }) => players.filter(({ userId }) => out.includes(userId))),
  ]
  const there = new Set(playersOf(state.roster))
  return order
    .filter(({ userId }) => there.has(userId))
    .slice(0, PAID_PLACES)
    .map(({ userId, points }, index) => ({ userId, place: index + 1, points }))
}
