import type { Position } from '../kernel/event.ts'

const width = 16

/** A counted position as text of fixed width, which sorts as text. */
export const toPosition = (count: number): Position => String(count).padStart(width, '0') as Position

/** The count of a position; 0 for null. Throws `TypeError` for a position of another kind of log. */
export function fromPosition(position: Position | null): number {
  if (position === null) return 0
  if (!/^\d{16}$/.test(position)) throw new TypeError(`not a position of this log: ${position}`)
  return Number(position)
}

/** Negative when `a` is before `b`. */
export const comparePositions = (a: Position, b: Position): number => (a < b ? -1 : a > b ? 1 : 0)
