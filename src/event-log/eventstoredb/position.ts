import type { Position } from '../../kernel/event.ts'
import { comparePositions } from '../counted-position.ts'

/** A position in `$all`. */
export interface AllPosition {
  readonly commit: bigint
  readonly prepare: bigint
}

const width = 20

/** Text of fixed width, which sorts as text. */
export const toPosition = ({ commit, prepare }: AllPosition): Position =>
  `${String(commit).padStart(width, '0')}-${String(prepare).padStart(width, '0')}` as Position

/** Throws `TypeError` for a position of another kind of log. */
export function fromPosition(position: Position): AllPosition {
  const match = /^(\d{20})-(\d{20})$/.exec(position)
  if (!match?.[1] || !match[2]) throw new TypeError(`not a position of this log: ${position}`)
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) }
}

export const later = (a: Position | null, b: Position): Position => (a !== null && comparePositions(a, b) > 0 ? a : b)
