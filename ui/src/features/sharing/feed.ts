import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { FeedSort, FollowedPlayer, SharedPrediction, ShareType } from '../../../../src/areas/sharing/contract.ts'

/** Page size of the hub's feed. */
export const FEED_LIMIT = 20

export const TRENDING = 10

export interface FeedChoice {
  readonly sort: FeedSort
  readonly type: ShareType | 'all'
  readonly isFollowing: boolean
}

export const TYPE_WORDS: Readonly<Record<ShareType, string>> = {
  individual: 'Individual',
  gameweek: 'Gameweek',
  custom: 'Custom',
}

/** Welcome card: number of the reader's own picks with points, and their percentage (docs/rules.md R63). */
export function winsOf(predictions: readonly Prediction[]): { wins: number; score: number } {
  const wins = predictions.filter(({ pointsEarned }) => (pointsEarned ?? 0) > 0).length
  return { wins, score: predictions.length === 0 ? 0 : Math.round((wins / predictions.length) * 100) }
}

/** The visible feed, and new shares waiting above it. */
export interface Feed {
  readonly shown: readonly SharedPrediction[]
  readonly newer: readonly SharedPrediction[]
  readonly next: string | null
}

export const feedOf = (list: readonly SharedPrediction[], next: string | null): Feed => ({
  shown: list,
  newer: [],
  next,
})

/**
 * Merges a refetched first page. Visible shares keep their position with new counts, new ones wait, and missing ones
 * are removed. Only the newest-first order can detect new and missing shares. An empty feed is replaced.
 */
export function withFirstPage(feed: Feed, list: readonly SharedPrediction[], isNewestFirst: boolean): Feed {
  if (feed.shown.length === 0) return feedOf(list, feed.next)
  const fresh = new Map(list.map((share) => [share.id, share]))
  const shown = new Set(feed.shown.map(({ id }) => id))
  const oldest = list.at(-1)
  const isRemoved = ({ id, createdAt }: SharedPrediction) =>
    isNewestFirst && !fresh.has(id) && (oldest === undefined || createdAt > oldest.createdAt)
  return {
    ...feed,
    shown: feed.shown.filter((share) => !isRemoved(share)).map((share) => fresh.get(share.id) ?? share),
    newer: isNewestFirst ? list.filter(({ id }) => !shown.has(id)) : [],
  }
}

export const withNewer = (feed: Feed): Feed => ({ ...feed, shown: [...feed.newer, ...feed.shown], newer: [] })

/** Appends a page without duplicates. */
export function withPage(feed: Feed, list: readonly SharedPrediction[], next: string | null): Feed {
  const known = new Set([...feed.shown, ...feed.newer].map(({ id }) => id))
  return { ...feed, shown: [...feed.shown, ...list.filter(({ id }) => !known.has(id))], next }
}

/** Players to follow, split into league mates and others, in the given order. */
export function discoverGroups(players: readonly FollowedPlayer[], search: string) {
  const wanted = search.trim().toLowerCase()
  const found = players.filter(({ username, displayName }) =>
    [username, displayName].some((name) => name.toLowerCase().includes(wanted)),
  )
  return [
    { title: 'In your leagues', list: found.filter(({ leagues }) => leagues.length > 0) },
    { title: 'Most followed', list: found.filter(({ leagues }) => leagues.length === 0) },
  ].filter(({ list }) => list.length > 0)
}
