import type { Page } from '../contracts/common.ts'

/** How many players have so many points, the most points first. */
export type Heights = readonly (readonly [points: number, players: number])[]

/** Rows of one half of the list: so many, after so many of it. */
export interface Part extends Page {
  /** Read from its end: its own order reversed is then nearer. */
  readonly isFromEnd: boolean
}

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

/** The same rows, counted from the end of a list that is so long where they are nearer to it. */
export function nearer(length: number, { limit, offset }: Page): Part {
  const behind = Math.max(0, length - offset - limit)
  if (behind >= offset) return { limit, offset, isFromEnd: false }
  return { limit: Math.max(0, Math.min(limit, length - offset)), offset: behind, isFromEnd: true }
}
