import { outcomeOf } from '../../contracts/points.ts'
import type { Verdict } from '../../contracts/scoring-rules.ts'
import type { Pick } from '../predictions/events.ts'

/**
 * All picks of a player in a season, one byte a match (its slot in the season): 0 none, 1 to 3 home, draw or away without a
 * score, from 4 a score. That says all that a season's achievements hang on, so that they are counted anew from there
 * whenever a result changes, and nothing is ever added up twice.
 */
export type SeasonPicks = Uint8Array

export const NO_PICK = 0
const FIRST_SCORE = 4

/** 1 home, 2 draw, 3 away; also how a result is kept, 0 being none. */
export type Sign = 0 | 1 | 2 | 3

export const SIGNS = { home: 1, draw: 2, away: 3 } as const satisfies Record<Pick['result'], Sign>

const signOf = (home: number, away: number): Sign => SIGNS[outcomeOf(home, away)]

/** A pick as its byte. */
export const byteOf = ({ result, score }: Pick): number =>
  score === null ? SIGNS[result] : scoreByte(score.home, score.away)

/** The byte of an exact score; both 0 to 9. */
const scoreByte = (home: number, away: number): number => FIRST_SCORE + 10 * home + away

const signs = Uint8Array.from({ length: FIRST_SCORE + 100 }, (_, byte) =>
  byte < FIRST_SCORE ? byte : signOf(Math.floor((byte - FIRST_SCORE) / 10), (byte - FIRST_SCORE) % 10),
)

/** What a byte of a card says of the result; 0 for no pick. */
export const pickedSign = (byte: number): Sign => (signs[byte] ?? 0) as Sign

/** The byte of the pick that hits a score; -1 where no pick can: an awarded match has no score, and picks end at 9. */
export const exactByte = (score: readonly [home: number, away: number] | null): number =>
  score === null || score[0] > 9 || score[1] > 9 ? -1 : scoreByte(score[0], score[1])

/** What a pick comes to: its byte beside the sign of the result and the byte that hits its score (`exactByte`). */
export const verdictOfByte = (byte: number, sign: number, exact: number): Verdict =>
  pickedSign(byte) !== sign ? 'wrong' : byte === exact ? 'exact' : 'correct'

/** A card grows by so many matches at a time: as many as its highest slot asks for, so that how it grew does not show. */
const STEP = 40

/** The card itself, or a longer copy where the slot lies behind its end. */
export function longEnough(card: SeasonPicks, slot: number): SeasonPicks {
  if (slot < card.length) return card
  const longer = new Uint8Array(STEP * Math.ceil((slot + 1) / STEP))
  longer.set(card)
  return longer
}
