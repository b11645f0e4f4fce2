import { pointsPaid } from '../../contracts/points.ts'
import type { VerdictPoints } from '../../contracts/scoring-rules.ts'
import { exactByte, NO_PICK, type SeasonPicks, verdictOfByte } from './season-picks.ts'
import { isOver, type SeasonState } from './season-state.ts'

/** Facts of one season, from a player's picks and the current results; here for a season without picks. */
export const noFacts = {
  /** Predictions whose match has a result. */
  settled: 0,
  correct: 0,
  exact: 0,
  /** Match points, by the scoring rule of the season. */
  points: 0,
  /** Most correct ones in a row, by kickoff, then fixture id (docs/rules.md R15). */
  streak: 0,
  exactStreak: 0,
  draws: 0,
  awayWins: 0,
  /** Exact scores of 0–0, and of matches with five goals or more. */
  goalless: 0,
  goalFests: 0,
  /** Clubs with a correctly predicted win. */
  clubs: 0,
  /** Results that at most a tenth of at least ten players predicted, and that no other of at least twenty predicted. */
  upsets: 0,
  alone: 0,
  /** Most points, and most exact scores, in one gameweek. */
  weekPoints: 0,
  weekExact: 0,
  /** Completed gameweeks with every match predicted; most of these in a row, by gameweek number. */
  fullWeeks: 0,
  fullWeekRun: 0,
  /** Of those: gameweeks with every match right, and with every match wrong. */
  perfectWeeks: 0,
  blankWeeks: 0,
  /**
   * Most gameweeks in a row with points in each, in the order in which they settled. A late gameweek does not break a
   * run.
   */
  scoringRun: 0,
  /** Best percentage correct after any settled gameweek, with at least thirty settled predictions. */
  accuracy: 0,
}
export type SeasonFacts = Readonly<typeof noFacts>

const MANY_GOALS = 5
/** Minimum number of players for a surprise result. */
const CROWD = 10
/** Minimum number of players for being the only one with a result. */
const BIG_CROWD = 20
/** Minimum number of matches of a complete gameweek. */
const WEEK = 5
const ENOUGH_FOR_ACCURACY = 30

/** Computes the facts of a season from a player's picks. */
export type SeasonReader = (picks: SeasonPicks) => SeasonFacts

/** A gameweek, and the counts of the picks being read. */
interface Week {
  readonly gameweek: number
  /** Matches that count, which are those not cancelled. */
  readonly matches: number
  readonly isOver: boolean
  settled: number
  correct: number
  exact: number
}

/**
 * Sorts the season once. Each call of the result then reads the matches with a result once. `verdictPoints` is the
 * scoring rule of the season (`pointsPerVerdict`).
 */
export function readSeason(season: SeasonState, verdictPoints: VerdictPoints): SeasonReader {
  const weeks = weeksOf(season)
  const weekOf = new Map(weeks.map((week) => [week.gameweek, week]))
  const matches = resultsOf(season, weekOf)
  const settled = season.settled.flatMap((gameweek) => weekOf.get(gameweek) ?? [])
  let reading = 0
  return (picks) => {
    const facts = { ...noFacts }
    let streak = 0
    let exactStreak = 0
    reading++
    for (const week of weeks) week.settled = week.correct = week.exact = 0
    for (const { slot, sign, exact, week, goals, winner, isUpset, isAlone } of matches) {
      const byte = picks[slot] ?? NO_PICK
      if (byte === NO_PICK) continue
      week.settled++
      facts.settled++
      const verdict = verdictOfByte(byte, sign, exact)
      streak = verdict === 'wrong' ? 0 : streak + 1
      exactStreak = verdict === 'exact' ? exactStreak + 1 : 0
      if (verdict === 'wrong') continue
      week.correct++
      facts.correct++
      if (streak > facts.streak) facts.streak = streak
      if (winner === null) facts.draws++
      else if (winner.seenIn !== reading) {
        winner.seenIn = reading
        facts.clubs++
      }
      if (sign === 3) facts.awayWins++
      if (isUpset) facts.upsets++
      if (isAlone) facts.alone++
      if (verdict !== 'exact') continue
      week.exact++
      facts.exact++
      if (exactStreak > facts.exactStreak) facts.exactStreak = exactStreak
      if (goals === 0) facts.goalless++
      if (goals >= MANY_GOALS) facts.goalFests++
    }
    facts.points = pointsPaid(verdictPoints, facts.correct, facts.exact)
    addGameweeks(facts, weeks, verdictPoints)
    addSettlements(facts, settled)
    return facts
  }
}

/** Matches with a result, by kickoff, then fixture id (docs/rules.md R15). */
function resultsOf({ matches }: SeasonState, weekOf: ReadonlyMap<number, Week>) {
  const clubs = new Map(matches.flatMap(({ home, away }) => [home, away]).map((id) => [id, { seenIn: 0 }]))
  return matches
    .map((match, slot) => ({ ...match, slot }))
    .filter(({ result }) => result !== 0)
    .sort((a, b) => (a.kickoff ?? Infinity) - (b.kickoff ?? Infinity) || a.id - b.id)
    .map(({ slot, result: sign, score, picked, gameweek, home, away }) => {
      const crowd = picked === null ? 0 : picked[0] + picked[1] + picked[2]
      const same = picked?.[sign - 1] ?? 0
      return {
        ...{ slot, sign, exact: exactByte(score), week: weekOf.get(gameweek)! },
        goals: score === null ? 0 : score[0] + score[1],
        /** The winning club, with the number of the reading that last counted it; null for a draw. */
        winner: sign === 2 ? null : clubs.get(sign === 1 ? home : away)!,
        isUpset: crowd >= CROWD && same * 10 <= crowd,
        isAlone: crowd >= BIG_CROWD && same === 1,
      }
    })
}

function weeksOf({ matches }: SeasonState): readonly Week[] {
  return [...Map.groupBy(matches, ({ gameweek }) => gameweek)]
    .sort(([a], [b]) => a - b)
    .map(([gameweek, those]) => {
      const counting = those.filter(({ isCancelled }) => !isCancelled)
      return { gameweek, matches: counting.length, isOver: those.every(isOver), settled: 0, correct: 0, exact: 0 }
    })
}

function addGameweeks(facts: typeof noFacts, weeks: readonly Week[], verdictPoints: VerdictPoints): void {
  let run = 0
  for (const { matches, isOver, settled, correct, exact } of weeks) {
    facts.weekPoints = Math.max(facts.weekPoints, pointsPaid(verdictPoints, correct, exact))
    facts.weekExact = Math.max(facts.weekExact, exact)
    if (isOver && matches < WEEK) continue
    // In a completed gameweek every match that counts has a result. If all were predicted, all are settled.
    const isFull = isOver && settled === matches
    run = isFull ? run + 1 : 0
    if (!isFull) continue
    facts.fullWeeks++
    facts.fullWeekRun = Math.max(facts.fullWeekRun, run)
    if (correct === matches) facts.perfectWeeks++
    if (correct === 0) facts.blankWeeks++
  }
}

/** Gameweeks without a match that counts neither break a run nor extend it. */
function addSettlements(facts: typeof noFacts, inOrder: readonly Week[]): void {
  let run = 0
  let predictions = 0
  let right = 0
  for (const { matches, settled, correct } of inOrder) {
    if (matches === 0) continue
    run = correct > 0 ? run + 1 : 0
    facts.scoringRun = Math.max(facts.scoringRun, run)
    predictions += settled
    right += correct
    if (predictions >= ENOUGH_FOR_ACCURACY) facts.accuracy = Math.max(facts.accuracy, (100 * right) / predictions)
  }
}
