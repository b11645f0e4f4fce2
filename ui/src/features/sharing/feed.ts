import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { FeedSort, FollowedPlayer, SharedPrediction, ShareType } from '../../../../src/areas/sharing/contract.ts'

/** Entries of a page of the feed on the hub. */
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

/** Welcome card: of the reader's own picks, how many paid, and how many of a hundred that is (docs/rules.md R63). */
export function winsOf(predictions: readonly Prediction[]): { wins: number; score: number } {
  const wins = predictions.filter(({ pointsEarned }) => (pointsEarned ?? 0) > 0).length
  return { wins, score: predictions.length === 0 ? 0 : Math.round((wins / predictions.length) * 100) }
}

/** What the feed shows, and what waits above it until the reader asks for it. */
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
 * The first page read again: what is shown stays where it is, with new counts; what is new waits; what the page should hold and does
 * not is gone. Only the newest-first order says what is new and what is gone. Where nothing is shown, nothing can jump.
 */
export function withFirstPage(feed: Feed, list: readonly SharedPrediction[], isNewestFirst: boolean): Feed {
  if (feed.shown.length === 0) return feedOf(list, feed.next)
  const fresh = new Map(list.map((share) => [share.id, share]))
  const shown = new Set(feed.shown.map(({ id }) => id))
  const oldest = list.at(-1)
  const isGone = ({ id, createdAt }: SharedPrediction) =>
    isNewestFirst && !fresh.has(id) && (oldest === undefined || createdAt > oldest.createdAt)
  return {
    ...feed,
    shown: feed.shown.filter((share) => !isGone(share)).map((share) => fresh.get(share.id) ?? share),
    newer: isNewestFirst ? list.filter(({ id }) => !shown.has(id)) : [],
  }
}

export const withNewer = (feed: Feed): Feed => ({ ...feed, shown: [...feed.newer, ...feed.shown], newer: [] })

/** A further page at the end; what has moved on to it meanwhile is there once. */
export function withPage(feed: Feed, list: readonly SharedPrediction[], next: string | null): Feed {
  const known = new Set([...feed.shown, ...feed.newer].map(({ id }) => id))
  return { ...feed, shown: [...feed.shown, ...list.filter(({ id }) => !known.has(id))], next }
}

/** Players to follow: those who share a league with the reader apart from the others, each as they come. */
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
