import { pointsPaid } from '../contracts/points.ts'
import type { Prices } from '../contracts/prices.ts'
import { type Card, exactByte } from './card.ts'
import { CardWalk, type Slot } from './card-walk.ts'
import { isOver, type SeasonState } from './season-state.ts'

/** What one season's card says of a player, by the results as they stand. */
export interface SeasonFacts {
  /** Predictions whose match has a result. */
  readonly settled: number
  readonly correct: number
  readonly exact: number
  /** What its matches pay, by the prices of the season. */
  readonly points: number
  /** Most correct ones in a row, by kickoff, then fixture id (docs/rules.md R15). */
  readonly streak: number
  readonly exactStreak: number
  readonly draws: number
  readonly awayWins: number
  /** Exact scores of 0–0, and of matches with five goals or more. */
  readonly goalless: number
  readonly goalFests: number
  /** Clubs whose win was predicted. */
  readonly clubs: number
  /** Results that at most a tenth of at least ten players had, and that nobody else of at least twenty had. */
  readonly upsets: number
  readonly alone: number
  /** Most points, and most exact scores, in one gameweek. */
  readonly weekPoints: number
  readonly weekExact: number
  /** Gameweeks that are over and of which every match was predicted; most of these in a row, by their numbers. */
  readonly fullWeeks: number
  readonly fullWeekRun: number
  /** Of the full ones: those with every match right, and with every match wrong. */
  readonly perfectWeeks: number
  readonly blankWeeks: number
  /** Most gameweeks in a row with points in each, in the order in which they settled: a late one takes no run apart. */
  readonly scoringRun: number
  /** Best percentage correct over the gameweeks that had settled when one settled, of at least thirty settled predictions. */
  readonly accuracy: number
}

/** Below this many players a result is nobody's surprise. */
const CROWD = 10
/** In a small one being alone is no more than a surprise. */
const BIG_CROWD = 20
/** A gameweek of fewer matches is nothing to be perfect in. */
const WEEK = 5
const ENOUGH_FOR_ACCURACY = 30

/** A season, made ready to read many cards by. */
export interface SeasonReader {
  /**
   * Counts a card. `since`: the reader that counted the same card last, when nothing but picks for matches without a result has
   * come to the card since then; it is counted on from there where only results have come to the season.
   */
  facts(card: Card, since?: SeasonReader): SeasonFacts
}

interface Week {
  readonly gameweek: number
  /** Matches that count: not cancelled. */
  readonly matches: number
  readonly isOver: boolean
}

/**
 * Sorts the season once; each card is then one walk over the matches with a result. `prices`: those of the season (`pricesOf`).
 * `before`: a reader of the season as it was, whose walks this one can go on with.
 */
export function readSeason(season: SeasonState, prices: Prices, before?: SeasonReader): SeasonReader {
  return new Reader(season, prices, before instanceof Reader ? before : null)
}

class Reader implements SeasonReader {
  private readonly prices: Prices
  private readonly slots: readonly Slot[]
  private readonly weeks: readonly Week[]
  /** Indexes of the settled gameweeks, in the order in which they settled. */
  private readonly settled: readonly number[]
  /** One walk for all cards, for making it anew would be most of the work of a card. */
  private readonly walk: CardWalk
  /** Names this reader and keeps nothing of it. */
  private readonly name = {}
  /** The reader whose walks are the beginning of those of this one. */
  private readonly goesOnFrom: object | null

  constructor(season: SeasonState, prices: Prices, before: Reader | null) {
    this.prices = prices
    this.weeks = weeksOf(season)
    const weekAt = new Map(this.weeks.map(({ gameweek }, index) => [gameweek, index]))
    const clubs = [...new Set(season.matches.flatMap(({ home, away }) => [home, away]))]
    this.slots = slotsOf(season, weekAt, new Map(clubs.map((id, at) => [id, at])))
    this.settled = season.settled.flatMap((gameweek) => weekAt.get(gameweek) ?? [])
    const isOnward =
      before !== null &&
      before.walk.won.length === clubs.length &&
      before.weeks.length === this.weeks.length &&
      before.slots.every((slot, index) => isSame(slot, this.slots[index]))
    this.goesOnFrom = isOnward ? before.name : null
    this.walk = isOnward ? before.walk : new CardWalk(this.weeks.length, clubs.length)
  }

  facts(card: Card, since?: SeasonReader): SeasonFacts {
    const { walk, slots, weeks, settled, name, prices } = this
    const goesOn =
      since instanceof Reader && since.name === this.goesOnFrom && walk.card === card && walk.reader === since.name
    if (!goesOn) walk.begin(card)
    walk.reader = name
    walk.to(slots)
    const points = pointsPaid(prices, walk.tally.correct, walk.tally.exact)
    return { ...walk.tally, points, ...byGameweek(weeks, walk, prices), ...bySettlement(weeks, settled, walk) }
  }
}

function isSame(a: Slot, b: Slot | undefined): boolean {
  return (
    b !== undefined &&
    a.slot === b.slot &&
    a.sign === b.sign &&
    a.exact === b.exact &&
    a.week === b.week &&
    a.goals === b.goals &&
    a.winner === b.winner &&
    a.isUpset === b.isUpset &&
    a.isAlone === b.isAlone
  )
}

/** Matches with a result, by kickoff, then fixture id (docs/rules.md R15). */
function slotsOf(
  { matches }: SeasonState,
  weekAt: ReadonlyMap<number, number>,
  clubAt: ReadonlyMap<number, number>,
): Slot[] {
  return matches
    .map((match, slot) => ({ match, slot }))
    .filter(({ match }) => match.result !== 0)
    .sort((a, b) => (a.match.kickoff ?? Infinity) - (b.match.kickoff ?? Infinity) || a.match.id - b.match.id)
    .map(({ match, slot }): Slot => {
      const { result, score, picked } = match
      const crowd = picked === null ? 0 : picked[0] + picked[1] + picked[2]
      const same = picked === null || result === 0 ? 0 : picked[result - 1]!
      return {
        slot,
        sign: result,
        exact: exactByte(score),
        week: weekAt.get(match.gameweek)!,
        goals: score === null ? 0 : score[0] + score[1],
        winner: result === 2 ? -1 : clubAt.get(result === 1 ? match.home : match.away)!,
        isUpset: crowd >= CROWD && same * 10 <= crowd,
        isAlone: crowd >= BIG_CROWD && same === 1,
      }
    })
}

function weeksOf({ matches }: SeasonState): Week[] {
  const numbers = [...new Set(matches.map(({ gameweek }) => gameweek))].sort((a, b) => a - b)
  return numbers.map((gameweek) => {
    const those = matches.filter((match) => match.gameweek === gameweek)
    const counting = those.filter(({ isCancelled }) => !isCancelled)
    return { gameweek, matches: counting.length, isOver: those.every(isOver) }
  })
}

function byGameweek(weeks: readonly Week[], { settled, correct, exact }: CardWalk, prices: Prices) {
  const facts = { weekPoints: 0, weekExact: 0, fullWeeks: 0, fullWeekRun: 0, perfectWeeks: 0, blankWeeks: 0 }
  let run = 0
  for (let index = 0; index < weeks.length; index++) {
    const { matches, isOver } = weeks[index]!
    const right = correct[index]!
    const points = pointsPaid(prices, right, exact[index]!)
    if (points > facts.weekPoints) facts.weekPoints = points
    if (exact[index]! > facts.weekExact) facts.weekExact = exact[index]!
    if (isOver && matches < WEEK) continue
    // Of a gameweek that is over every match that counts has a result: who predicted all of it has all of it settled.
    if (!isOver || settled[index] !== matches) {
      run = 0
      continue
    }
    facts.fullWeeks++
    if (++run > facts.fullWeekRun) facts.fullWeekRun = run
    if (right === matches) facts.perfectWeeks++
    if (right === 0) facts.blankWeeks++
  }
  return facts
}

/** Gameweeks without a match that counts neither break a run nor add to it. */
function bySettlement(weeks: readonly Week[], order: readonly number[], { settled, correct }: CardWalk) {
  const facts = { scoringRun: 0, accuracy: 0 }
  let run = 0
  let predictions = 0
  let right = 0
  for (const index of order) {
    if (weeks[index]!.matches === 0) continue
    run = correct[index]! > 0 ? run + 1 : 0
    if (run > facts.scoringRun) facts.scoringRun = run
    predictions += settled[index]!
    right += correct[index]!
    if (predictions >= ENOUGH_FOR_ACCURACY) facts.accuracy = Math.max(facts.accuracy, (100 * right) / predictions)
  }
  return facts
}
