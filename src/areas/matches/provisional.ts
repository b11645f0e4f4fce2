import { outcomeOf, pointsPaid } from '../../contracts/points.ts'
import type { VerdictPoints } from '../../contracts/scoring-rules.ts'
import type { Outcome } from '../fixtures/contract.ts'
import type { Score } from '../fixtures/match.ts'

/** Totals of all players of a season, by ascending user id: one array a column. */
export interface Totals {
  readonly ids: Int32Array
  readonly points: Int32Array
  /** Points from matches. */
  readonly matchPoints: Int32Array
  readonly exact: Int32Array
  readonly correct: Int32Array
  readonly settled: Int32Array
}

/** All picks of a match, by ascending user id, each as the number of `codeOf`. */
export interface Picks {
  readonly ids: Int32Array
  readonly codes: Int32Array
}

/** A match under way. */
export interface LiveMatch {
  readonly picks: Picks
  readonly score: Score
}

const OUTCOMES = { home: 1, draw: 2, away: 3 } as const
const DIGITS = 11
/** Largest picked number of goals. */
const LARGEST = 9

/** A pick as a number: its result, and its score plus one; 0 for no score. `pickCode` of `live-queries.ts` is the same in SQL. */
export const codeOf = (result: Outcome, home: number | null, away: number | null): number =>
  (OUTCOMES[result] * DIGITS + (home === null ? 0 : home + 1)) * DIGITS + (away === null ? 0 : away + 1)

/** The board of a season as it would be if the matches under way ended now. Positions are those of `totals`. */
export interface ProvisionalBoard {
  readonly totals: Totals
  /** Points that the matches under way would pay. */
  readonly gains: Int32Array
  readonly total: number
  /** Position of a player; undefined: not ranked. */
  positionOf(userId: number): number | undefined
  /** One plus the number of players with more points. */
  rankOf(position: number): number
  /** The same without the matches under way. */
  settledRankOf(position: number): number
  /** Positions of a page in the order of boards. */
  page(offset: number, limit: number): readonly number[]
  /** These positions in the order of a league’s board: by match points. */
  league(positions: readonly number[]): readonly number[]
  /** Match points with those of the matches under way. */
  matchPoints(position: number): number
}

/** Sums of the matches under way, by position. */
interface Sums {
  readonly gains: Int32Array
  readonly exact: Int32Array
  readonly correct: Int32Array
  readonly settled: Int32Array
}

/** The sums of a board, from which the next one differs by a goal. */
const sumsOf = new WeakMap<ProvisionalBoard, { readonly matches: readonly LiveMatch[]; readonly sums: Sums }>()

/**
 * Adds the points of matches under way to the totals of all players: a pass over the picks of the matches whose score differs
 * from the one in `previous`, a few milliseconds for 100,000 players (docs/decisions/0061). Picks of players without totals are
 * left out.
 */
export function provisionalBoard(
  totals: Totals,
  matches: readonly LiveMatch[],
  verdictPoints: VerdictPoints,
  previous?: ProvisionalBoard,
): ProvisionalBoard {
  const { ids } = totals
  const known = previous?.totals === totals ? sumsOf.get(previous) : undefined
  const sums: Sums = known
    ? copyOf(known.sums)
    : {
        gains: new Int32Array(ids.length),
        exact: totals.exact.slice(),
        correct: totals.correct.slice(),
        settled: totals.settled.slice(),
      }
  const before = known?.matches ?? []
  const isIn = (list: readonly LiveMatch[], { picks, score }: LiveMatch) =>
    list.some((other) => other.picks === picks && other.score.home === score.home && other.score.away === score.away)
  for (const match of before) if (!isIn(matches, match)) add(sums, ids, match, verdictPoints, -1)
  for (const match of matches) if (!isIn(before, match)) add(sums, ids, match, verdictPoints, 1)
  const { gains, exact, correct, settled } = sums
  const points = totals.points.map((each, at) => each + gains[at]!)
  const steps = stepsOf(points)
  const settledHeights = settledStepsOf(totals)
  const accuracy = (at: number) => (settled[at] === 0 ? 0 : correct[at]! / settled[at]!)
  const order = (of: (at: number) => number) => (a: number, b: number) =>
    of(b) - of(a) || exact[b]! - exact[a]! || accuracy(b) - accuracy(a) || ids[a]! - ids[b]!
  const byPoints = order((at) => points[at]!)
  const matchPoints = (at: number) => totals.matchPoints[at]! + gains[at]!

  const board: ProvisionalBoard = {
    totals,
    gains,
    total: ids.length,
    positionOf: (userId) => search(ids, userId),
    rankOf: (at) => steps.above.get(points[at]!)! + 1,
    settledRankOf: (at) => settledHeights.above.get(totals.points[at]!)! + 1,
    page(offset, limit) {
      const found = steps.around(offset, limit)
      if (found === null) return []
      const candidates: number[] = []
      points.forEach((each, at) => {
        if (each <= found.from && each >= found.to) candidates.push(at)
      })
      return candidates.sort(byPoints).slice(offset - found.above, offset - found.above + limit)
    },
    league: (positions) => [...positions].sort(order(matchPoints)),
    matchPoints,
  }
  sumsOf.set(board, { matches, sums })
  return board
}

const copyOf = ({ gains, exact, correct, settled }: Sums): Sums => ({
  gains: gains.slice(),
  exact: exact.slice(),
  correct: correct.slice(),
  settled: settled.slice(),
})

/** Adds a match to the sums, or takes it out. */
function add(
  sums: Sums,
  ids: Int32Array,
  { picks, score }: LiveMatch,
  verdictPoints: VerdictPoints,
  sign: 1 | -1,
): void {
  const { gains, exact, correct, settled } = sums
  const onExact = sign * pointsPaid(verdictPoints, 1, 1)
  const onCorrect = sign * pointsPaid(verdictPoints, 1, 0)
  const outcome = outcomeOf(score.home, score.away)
  // No pick has two digits a side.
  const isPickable = score.home <= LARGEST && score.away <= LARGEST
  const exactly = isPickable ? codeOf(outcome, score.home, score.away) : null
  // The smallest code of the outcome, and the one after its largest.
  const from = codeOf(outcome, null, null)
  const to = from + DIGITS * DIGITS
  const { codes } = picks
  placesOf(ids, picks).forEach((at, nth) => {
    if (at < 0) return
    settled[at]! += sign
    const code = codes[nth]!
    if (code < from || code >= to) return
    correct[at]! += sign
    if (code === exactly) {
      exact[at]! += sign
      gains[at]! += onExact
    } else gains[at]! += onCorrect
  })
}

/** The place of each pick’s player among ascending ids; -1: none. */
const known = new WeakMap<Picks, { readonly ids: Int32Array; readonly places: Int32Array }>()
function placesOf(ids: Int32Array, picks: Picks): Int32Array {
  const cached = known.get(picks)
  if (cached?.ids === ids) return cached.places
  let at = 0
  const places = picks.ids.map((id) => {
    while (ids[at]! < id) at++
    return ids[at] === id ? at : -1
  })
  known.set(picks, { ids, places })
  return places
}

function search(ids: Int32Array, id: number): number | undefined {
  let [from, to] = [0, ids.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    if (ids[middle]! < id) from = middle + 1
    else if (ids[middle]! > id) to = middle - 1
    else return middle
  }
  return undefined
}

const settledSteps = new WeakMap<Totals, ReturnType<typeof stepsOf>>()
function settledStepsOf(totals: Totals) {
  const known = settledSteps.get(totals) ?? stepsOf(totals.points)
  settledSteps.set(totals, known)
  return known
}

/** Numbers of players by points, descending. */
function stepsOf(points: Int32Array) {
  let [least, most] = [0, 0]
  for (const each of points) {
    if (each < least) least = each
    if (each > most) most = each
  }
  const counts = new Int32Array(most - least + 1)
  for (const each of points) counts[each - least]!++
  const steps: [points: number, players: number][] = []
  for (let each = most; each >= least; each--) if (counts[each - least]! > 0) steps.push([each, counts[each - least]!])
  const above = new Map<number, number>()
  let sum = 0
  for (const [each, players] of steps) {
    above.set(each, sum)
    sum += players
  }
  return {
    /** Number of players with more points. */
    above,
    /** Points of the first and last row of a page, and the players above the first; null: there are no players. */
    around(offset: number, limit: number) {
      const first = steps.findLast(([each]) => above.get(each)! <= offset)
      const last = steps.findLast(([each]) => above.get(each)! < offset + limit)
      if (!first || !last) return null
      return { from: first[0], to: last[0], above: above.get(first[0])! }
    },
  }
}
