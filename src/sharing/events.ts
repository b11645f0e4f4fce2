import type { Event } from '../kernel/event.ts'

/** One pick of a share: it is shown as its owner's prediction stands, so nothing of it is copied here. */
export interface PickShared {
  readonly predictionId: number
  readonly fixtureId: number
}

/**
 * Stream `share-{id}`. `title` and `description` are personal data under the owner's key, `reason` under the reporter's. `token` is the random
 * part of the share's address. A `reportId` is a number of the sequence of shares, as is that of a comment's report.
 */
export type ShareEvent =
  | Event<
      'PredictionsShared',
      {
        shareId: number
        userId: number
        token: string
        title: string | null
        description: string | null
        shareType: 'individual' | 'gameweek' | 'custom'
        isPublic: boolean
        picks: readonly PickShared[]
      }
    >
  | Event<'ShareDeleted', { shareId: number; by: number; how: 'owner' | 'administrator' }>
  | Event<'ShareReported', { shareId: number; reportId: number; reporterId: number; reason: string | null }>

/** Stream `share-comment-{id}`. `content` is personal data under its author's key, `reason` under its reporter's. */
export type ShareCommentEvent =
  | Event<
      'ShareCommented',
      {
        commentId: number
        shareId: number /** Whose share it is. */
        ownerId: number
        userId: number
        content: string | null
      }
    >
  | Event<
      'ShareCommentDeleted',
      { commentId: number; shareId: number; by: number; how: 'author' | 'owner' | 'administrator' }
    >
  | Event<
      'ShareCommentReported',
      { commentId: number; shareId: number; reportId: number; reporterId: number; reason: string | null }
    >

/** Stream `share-reaction-{share}-{user}`: what one player has done about one share, so that a share that everybody likes is no place where they meet. */
export type ShareReactionEvent =
  | Event<'ShareLiked', { shareId: number /** Whose share it is. */; ownerId: number; userId: number }>
  | Event<'ShareUnliked', { shareId: number; userId: number }>
  | Event<'SharePassedOn', { shareId: number; userId: number /** UTC: once a day counts. */; day: string }>

/** How many have viewed a share on a day, so far. */
export interface ViewsOfShare {
  readonly shareId: number
  readonly views: number
}

/** Stream `share-views-{day}` (UTC). It says how many viewers there were, not how many more: said again, it counts nothing twice. */
export type ShareViewsEvent = Event<'SharesViewed', { day: string; shares: readonly ViewsOfShare[] }>
