import { type Card, NO_PICK, verdictOfByte } from './card.ts'

const MANY_GOALS = 5

/** A match with a result, as a card is held against it. */
export interface Slot {
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

const nothing = {
  ...{ settled: 0, correct: 0, exact: 0, streak: 0, exactStreak: 0, draws: 0, awayWins: 0 },
  ...{ goalless: 0, goalFests: 0, clubs: 0, upsets: 0, alone: 0 },
}

/** One card, match by match. */
export class CardWalk {
  /** What is walked, by which reader. */
  card: Card | null = null
  reader: object | null = null
  tally = { ...nothing }
  /** A gameweek's numbers, by its index. */
  readonly settled: Uint16Array
  readonly correct: Uint16Array
  readonly exact: Uint16Array
  readonly won: Uint8Array
  private at = 0
  private run = 0
  private exactRun = 0

  constructor(weeks: number, clubs: number) {
    this.settled = new Uint16Array(weeks)
    this.correct = new Uint16Array(weeks)
    this.exact = new Uint16Array(weeks)
    this.won = new Uint8Array(clubs)
  }

  begin(card: Card): void {
    this.card = card
    this.tally = { ...nothing }
    for (const values of [this.settled, this.correct, this.exact, this.won]) values.fill(0)
    this.at = 0
    this.run = 0
    this.exactRun = 0
  }

  /** On to the end of the matches. */
  to(slots: readonly Slot[]): void {
    const { tally, settled, correct, exact, won } = this
    const card = this.card!
    for (; this.at < slots.length; this.at++) {
      const match = slots[this.at]!
      const byte = card[match.slot] ?? NO_PICK
      if (byte === NO_PICK) continue
      tally.settled++
      settled[match.week]!++
      const verdict = verdictOfByte(byte, match.sign, match.exact)
      if (verdict === 'wrong') {
        this.run = 0
        this.exactRun = 0
        continue
      }
      tally.correct++
      correct[match.week]!++
      if (++this.run > tally.streak) tally.streak = this.run
      if (match.sign === 2) tally.draws++
      else if (won[match.winner] === 0) {
        won[match.winner] = 1
        tally.clubs++
      }
      if (match.sign === 3) tally.awayWins++
      if (match.isUpset) tally.upsets++
      if (match.isAlone) tally.alone++
      if (verdict !== 'exact') {
        this.exactRun = 0
        continue
      }
      tally.exact++
      exact[match.week]!++
      if (++this.exactRun > tally.exactStreak) tally.exactStreak = this.exactRun
      if (match.goals === 0) tally.goalless++
      if (match.goals >= MANY_GOALS) tally.goalFests++
    }
  }
}
