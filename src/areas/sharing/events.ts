import { byCall, byGame, type EventsOf, event } from '../../kernel/declared-events.ts'

const ofComment = { names: { id: 'commentId' } }
const ofShare = { names: { shareUrl: 'shareUrl' } }

/** One pick of a share: it is shown as its owner's prediction stands, so nothing of it is copied here. */
export interface PickShared {
  readonly predictionId: number
  readonly fixtureId: number
}

/**
 * Stream `share-{id}`. `title` and `description` are personal data under the owner's key, `reason` under the reporter's. `token` is the random
 * part of the share's address. A `reportId` is a number of the sequence of shares, as is that of a comment's report.
 */
export const shareEvents = {
  PredictionsShared: event<{
    shareId: number
    userId: number
    token: string
    title: string | null
    description: string | null
    shareType: 'individual' | 'gameweek' | 'custom'
    isPublic: boolean
    picks: readonly PickShared[]
  }>({
    secret: ['token'],
    encrypted: { subject: 'userId', fields: ['title', 'description'] },
    test: byCall('POST /api/share-predictions'),
  }),
  ShareDeleted: event<{ shareId: number; by: number; how: 'owner' | 'administrator' }>({
    secret: ['by'],
    test: byCall('DELETE /api/shared-predictions/:shareUrl', ofShare),
  }),
  ShareReported: event<{ shareId: number; reportId: number; reporterId: number; reason: string | null }>({
    encrypted: { subject: 'reporterId', fields: ['reason'] },
    test: byCall('POST /api/shared-predictions/:shareUrl/report', ofShare),
  }),
}
export type ShareEvent = EventsOf<typeof shareEvents>

/** Stream `share-comment-{id}`. `content` is personal data under its author's key, `reason` under its reporter's. */
export const shareCommentEvents = {
  ShareCommented: event<{
    commentId: number
    shareId: number /** Whose share it is. */
    ownerId: number
    userId: number
    content: string | null
  }>({
    encrypted: { subject: 'userId', fields: ['content'] },
    test: byCall('POST /api/shared-predictions/:shareUrl/comments', { ...ofShare, accepts: ['content'] }),
  }),
  ShareCommentDeleted: event<{
    commentId: number
    shareId: number
    by: number
    how: 'author' | 'owner' | 'administrator'
  }>({ secret: ['by'], test: byCall('DELETE /api/comments/:id', ofComment) }),
  ShareCommentReported: event<{
    commentId: number
    shareId: number
    reportId: number
    reporterId: number
    reason: string | null
  }>({
    encrypted: { subject: 'reporterId', fields: ['reason'] },
    test: byCall('POST /api/comments/:id/report', ofComment),
  }),
}
export type ShareCommentEvent = EventsOf<typeof shareCommentEvents>

/** Stream `share-reaction-{share}-{user}`: what one player has done about one share, so that a share that everybody likes is no place where they meet. */
export const shareReactionEvents = {
  ShareLiked: event<{ shareId: number /** Whose share it is. */; ownerId: number; userId: number }>({
    test: byCall('POST /api/shared-predictions/:shareUrl/like', ofShare),
  }),
  ShareUnliked: event<{ shareId: number; userId: number }>({
    test: byCall('POST /api/shared-predictions/:shareUrl/interact', {
      ...ofShare,
      accepts: [],
      sends: { type: 'unlike' },
    }),
  }),
  SharePassedOn: event<{ shareId: number; userId: number /** UTC: once a day counts. */; day: string }>({
    test: byCall('POST /api/shared-predictions/:shareUrl/interact', {
      ...ofShare,
      accepts: [],
      sends: { type: 'share' },
    }),
  }),
}
export type ShareReactionEvent = EventsOf<typeof shareReactionEvents>

/** How many have viewed a share on a day, so far. */
export interface ViewsOfShare {
  readonly shareId: number
  readonly views: number
}

/** Stream `share-views-{day}` (UTC). It says how many viewers there were, not how many more: said again, it counts nothing twice. */
export const shareViewsEvents = {
  SharesViewed: event<{ day: string; shares: readonly ViewsOfShare[] }>({ test: byGame }),
}
export type ShareViewsEvent = EventsOf<typeof shareViewsEvents>
