import { type Card, NO_PICK, pickedSign, scoreByte } from './card.ts'
import { isOver, type SeasonState } from './season-state.ts'

/** What one season's card says of a player, by the results as they stand. */
export interface SeasonFacts {
  /** Predictions whose match has a result. */
  readonly settled: number
  readonly correct: number
  readonly exact: number
  /** 15, 5, 0 a match. */
  readonly points: number
  /** Most correct ones in a row, by kickoff, then fixture id (decisions.md). */
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
const MANY_GOALS = 5

/** A season, made ready to read many cards by. */
export interface SeasonReader {
  facts(card: Card): SeasonFacts
}

interface Slot {
  readonly slot: number
  readonly sign: number
  /** The byte of the exact score; -1: there is none. */
  readonly exact: number
  readonly week: number
  readonly goals: number
  readonly winner: number
  readonly isUpset: boolean
  readonly isAlone: boolean
}

interface Week {
  readonly gameweek: number
  /** Matches that count: not cancelled. */
  readonly matches: number
  readonly isOver: boolean
}

/** Sorts the season once; each card is then one walk over the matches with a result. */
export function readSeason(season: SeasonState): SeasonReader {
  const weeks = weeksOf(season)
  const at = new Map(weeks.map(({ gameweek }, index) => [gameweek, index]))
  const clubs = new Map(
    [...new Set(season.matches.flatMap(({ home, away }) => [home, away]))].map((id, at) => [id, at]),
  )
  const slots = season.matches
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
        exact: score === null || score[0] > 9 || score[1] > 9 ? -1 : scoreByte(score[0], score[1]),
        week: at.get(match.gameweek)!,
        goals: score === null ? 0 : score[0] + score[1],
        winner: result === 2 ? -1 : clubs.get(result === 1 ? match.home : match.away)!,
        isUpset: crowd >= CROWD && same * 10 <= crowd,
        isAlone: crowd >= BIG_CROWD && same === 1,
      }
    })
  const settled = season.settled.flatMap((gameweek) => at.get(gameweek) ?? [])
  const week = { settled: row(weeks), correct: row(weeks), exact: row(weeks) }
  const counters = { week, won: new Uint8Array(clubs.size) }
  return { facts: (card) => read(card, { slots, weeks, settled, counters }) }
}

function weeksOf({ matches }: SeasonState): Week[] {
  const numbers = [...new Set(matches.map(({ gameweek }) => gameweek))].sort((a, b) => a - b)
  return numbers.map((gameweek) => {
    const those = matches.filter((match) => match.gameweek === gameweek)
    const counting = those.filter(({ isCancelled }) => !isCancelled)
    return { gameweek, matches: counting.length, isOver: those.every(isOver) }
  })
}

interface Ready {
  readonly slots: readonly Slot[]
  readonly weeks: readonly Week[]
  /** Indexes of the settled gameweeks, in the order in which they settled. */
  readonly settled: readonly number[]
  /** One set for all cards, for making them anew would be most of the work of a card. */
  readonly counters: { readonly week: Rows; readonly won: Uint8Array }
}

function read(card: Card, ready: Ready): SeasonFacts {
  const { slots, weeks, counters } = ready
  const { week, won } = counters
  for (const values of [week.settled, week.correct, week.exact, won]) values.fill(0)
  const tally = { settled: 0, correct: 0, exact: 0, points: 0, streak: 0, exactStreak: 0, draws: 0, awayWins: 0 }
  const rare = { goalless: 0, goalFests: 0, upsets: 0, alone: 0 }
  let run = 0
  let exactRun = 0
  for (const match of slots) {
    const byte = card[match.slot] ?? NO_PICK
    if (byte === NO_PICK) continue
    tally.settled++
    week.settled[match.week]!++
    if (pickedSign(byte) !== match.sign) {
      run = 0
      exactRun = 0
      continue
    }
    tally.correct++
    week.correct[match.week]!++
    if (++run > tally.streak) tally.streak = run
    if (match.sign === 2) tally.draws++
    else won[match.winner] = 1
    if (match.sign === 3) tally.awayWins++
    if (match.isUpset) rare.upsets++
    if (match.isAlone) rare.alone++
    if (byte !== match.exact) {
      exactRun = 0
      continue
    }
    tally.exact++
    week.exact[match.week]!++
    if (++exactRun > tally.exactStreak) tally.exactStreak = exactRun
    if (match.goals === 0) rare.goalless++
    if (match.goals >= MANY_GOALS) rare.goalFests++
  }
  tally.points = 5 * tally.correct + 10 * tally.exact
  return { ...tally, ...rare, clubs: sum(won), ...byGameweek(weeks, week), ...bySettlement(ready, week) }
}

type Row = Uint16Array
const row = (weeks: readonly Week[]): Row => new Uint16Array(weeks.length)
const sum = (values: Uint8Array): number => values.reduce((total, value) => total + value, 0)

interface Rows {
  readonly settled: Row
  readonly correct: Row
  readonly exact: Row
}

function byGameweek(weeks: readonly Week[], week: Rows) {
  const facts = { weekPoints: 0, weekExact: 0, fullWeeks: 0, fullWeekRun: 0, perfectWeeks: 0, blankWeeks: 0 }
  let run = 0
  for (const [index, { matches, isOver }] of weeks.entries()) {
    const right = week.correct[index]!
    const exact = week.exact[index]!
    facts.weekPoints = Math.max(facts.weekPoints, 5 * right + 10 * exact)
    facts.weekExact = Math.max(facts.weekExact, exact)
    if (isOver && matches < WEEK) continue
    // Of a gameweek that is over every match that counts has a result: who predicted all of it has all of it settled.
    if (!isOver || week.settled[index] !== matches) {
      run = 0
      continue
    }
    facts.fullWeeks++
    facts.fullWeekRun = Math.max(facts.fullWeekRun, ++run)
    if (right === matches) facts.perfectWeeks++
    if (right === 0) facts.blankWeeks++
  }
  return facts
}

/** Gameweeks without a match that counts neither break a run nor add to it. */
function bySettlement({ weeks, settled }: Ready, week: Rows) {
  const facts = { scoringRun: 0, accuracy: 0 }
  let run = 0
  let predictions = 0
  let correct = 0
  for (const index of settled) {
    if (weeks[index]!.matches === 0) continue
    run = week.correct[index]! > 0 ? run + 1 : 0
    facts.scoringRun = Math.max(facts.scoringRun, run)
    predictions += week.settled[index]!
    correct += week.correct[index]!
    if (predictions >= ENOUGH_FOR_ACCURACY) facts.accuracy = Math.max(facts.accuracy, (100 * correct) / predictions)
  }
  return facts
}
