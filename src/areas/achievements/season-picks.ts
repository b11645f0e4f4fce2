import { outcomeOf } from '../../contracts/points.ts'
import type { Verdict } from '../../contracts/scoring-rules.ts'
import type { Pick } from '../predictions/events.ts'

/**
 * All picks of a player in a season, one byte per match (its slot in the season). The byte is 0 for no pick, 1 to 3 for
 * home, draw or away without a score, and from 4 for a score. Facts are recomputed from these bytes whenever a result
 * changes, so nothing is counted twice.
 */
export type SeasonPicks = Uint8Array

export const NO_PICK = 0
const FIRST_SCORE = 4

/** 1 home, 2 draw, 3 away. Results are stored in the same way, with 0 for none. */
export type Sign = 0 | 1 | 2 | 3

export const SIGNS = { home: 1, draw: 2, away: 3 } as const satisfies Record<Pick['result'], Sign>

const signOf = (home: number, away: number): Sign => SIGNS[outcomeOf(home, away)]

/** Encodes a pick as a byte. */
export const byteOf = ({ result, score }: Pick): number =>
  score === null ? SIGNS[result] : scoreByte(score.home, score.away)

/** The byte of an exact score; both 0 to 9. */
const scoreByte = (home: number, away: number): number => FIRST_SCORE + 10 * home + away

const signs = Uint8Array.from({ length: FIRST_SCORE + 100 }, (_, byte) =>
  byte < FIRST_SCORE ? byte : signOf(Math.floor((byte - FIRST_SCORE) / 10), (byte - FIRST_SCORE) % 10),
)

/** The predicted result of a byte; 0 for no pick. */
export const pickedSign = (byte: number): Sign => (signs[byte] ?? 0) as Sign

/** The byte of the pick that matches a score. -1 if no pick can: an awarded match has no score, and picks end at 9. */
export const exactByte = (score: readonly [home: number, away: number] | null): number =>
  score === null || score[0] > 9 || score[1] > 9 ? -1 : scoreByte(score[0], score[1])

/** The verdict on a pick, from its byte, the sign of the result and the byte that matches its score (`exactByte`). */
export const verdictOfByte = (byte: number, sign: number, exact: number): Verdict =>
  pickedSign(byte) !== sign ? 'wrong' : byte === exact ? 'exact' : 'correct'

/** The length is a multiple of this and depends only on the highest slot, not on the order of picks. */
const STEP = 40

/** Returns the same picks, or a longer copy if the slot is beyond their end. */
export function longEnough(picks: SeasonPicks, slot: number): SeasonPicks {
  if (slot < picks.length) return picks
  const longer = new Uint8Array(STEP * Math.ceil((slot + 1) / STEP))
  longer.set(picks)
  return longer
}
