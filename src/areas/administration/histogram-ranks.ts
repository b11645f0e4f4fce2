import type { Page } from '../../contracts/common.ts'
import type { SortOrder } from './contract.ts'

/** How many players have so many points, the most points first. */
export type Heights = readonly (readonly [points: number, players: number])[]

/** Rows with at most (`desc`), or at least (`asc`), these points, after so many of them. */
export interface Start {
  readonly points: number
  readonly offset: number
}

/** Those who have that many points share a rank: 1, 2, 2, 4. */
export function rankOf(heights: Heights, points: number): number {
  let rank = 1
  for (const [height, players] of heights) {
    if (height <= points) break
    rank += players
  }
  return rank
}

export const rankedIn = (heights: Heights): number => heights.reduce((sum, [, players]) => sum + players, 0)

/** Where the row after `offset` others stands in a list by points, so that those before it are not read; null: behind the last. */
export function startOf(heights: Heights, order: 'asc' | 'desc', offset: number): Start | null {
  let before = 0
  for (const [points, players] of order === 'desc' ? heights : heights.toReversed()) {
    if (before + players > offset) return { points, offset: offset - before }
    before += players
  }
  return null
}

/** What a page takes of each of two lists that stand one behind the other. */
export function split(first: number, second: number, { limit, offset }: Page): readonly [Page, Page] {
  const mine = Math.max(0, Math.min(limit, first - offset))
  const from = Math.max(0, offset - first)
  return [
    { limit: mine, offset: Math.min(offset, first) },
    { limit: Math.max(0, Math.min(limit - mine, second - from)), offset: from },
  ]
}

/** Rows between two marks of a list. */
export const STEP = 200

/** A row of a list with what it stands by; every 200th of a list is enough to find a page near by, however long the list is. */
export interface Mark {
  readonly key: string
  readonly id: number
}

/** The same page counted in the list's own order, where it was asked for in the reversed one. */
export function forwards(length: number, { limit, offset }: Page, order: SortOrder): Page {
  if (order === 'asc') return { limit, offset }
  const end = Math.max(0, length - offset)
  const from = Math.max(0, end - limit)
  return { limit: end - from, offset: from }
}

/** The mark before a page's first row, and how many rows stand between; null: behind the last. */
export function nearest(
  marks: readonly Mark[],
  offset: number,
): { readonly mark: Mark; readonly offset: number } | null {
  const mark = marks[Math.floor(offset / STEP)]
  return mark ? { mark, offset: offset % STEP } : null
}
