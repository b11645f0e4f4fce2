import type { Page } from '../../contracts/common.ts'
import type { SortOrder } from './contract.ts'

/** Number of players per points, the most points first. */
export type Heights = readonly (readonly [points: number, players: number])[]

/** Start of a page: rows with at most (`desc`) or at least (`asc`) these points, after `offset` of them. */
export interface Start {
  readonly points: number
  readonly offset: number
}

/** Players with equal points share a rank: 1, 2, 2, 4. */
export function rankOf(heights: Heights, points: number): number {
  let rank = 1
  for (const [height, players] of heights) {
    if (height <= points) break
    rank += players
  }
  return rank
}

export const rankedIn = (heights: Heights): number => heights.reduce((sum, [, players]) => sum + players, 0)

/**
 * Finds the points of the row after `offset` rows, so that the query skips earlier points. Null beyond the last row.
 */
export function startOf(heights: Heights, order: 'asc' | 'desc', offset: number): Start | null {
  let before = 0
  for (const [points, players] of order === 'desc' ? heights : heights.toReversed()) {
    if (before + players > offset) return { points, offset: offset - before }
    before += players
  }
  return null
}

/** Splits a page of two concatenated lists into a page of each. */
export function split(first: number, second: number, { limit, offset }: Page): readonly [Page, Page] {
  const mine = Math.max(0, Math.min(limit, first - offset))
  const from = Math.max(0, offset - first)
  return [
    { limit: mine, offset: Math.min(offset, first) },
    { limit: Math.max(0, Math.min(limit - mine, second - from)), offset: from },
  ]
}

/** Number of rows between two marks of a list. */
export const STEP = 200

/** The sort key of every 200th row. A page is found from the preceding mark, however long the list is. */
export interface Mark {
  readonly key: string
  readonly id: number
}

/** Converts a page of the reversed list to a page in ascending order. */
export function forwards(length: number, { limit, offset }: Page, order: SortOrder): Page {
  if (order === 'asc') return { limit, offset }
  const end = Math.max(0, length - offset)
  const from = Math.max(0, end - limit)
  return { limit: end - from, offset: from }
}

/** The mark before a page's first row, and the number of rows between them. Null beyond the last row. */
export function nearest(
  marks: readonly Mark[],
  offset: number,
): { readonly mark: Mark; readonly offset: number } | null {
  const mark = marks[Math.floor(offset / STEP)]
  return mark ? { mark, offset: offset % STEP } : null
}
