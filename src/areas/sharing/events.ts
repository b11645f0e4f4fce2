import { byAdministrator, byCall, byGame, type EventsOf, event } from '../../kernel/declared-events.ts'

const ofComment = { names: { id: 'commentId' } }
const ofShare = { names: { shareUrl: 'shareUrl' } }

/** One pick of a share. It refers to the owner's prediction and copies none of its values. */
export interface PickShared {
  readonly predictionId: number
  readonly fixtureId: number
}

/**
 * Events of stream `share-{id}`. `title` and `description` are encrypted with the owner's key, `reason` with the reporter's. `token` is the
 * random part of the share's address. Reports of shares and of comments have numbers of the share sequence (`reportId`).
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
  ShareDeleted: event<{
    shareId: number
    /** The owner; absent in older events. */
    userId?: number
    by: number
    how: 'owner' | 'administrator'
  }>({
    secret: ['by'],
    test: byCall('DELETE /api/shared-predictions/:shareUrl', ofShare),
  }),
  ShareReported: event<{ shareId: number; reportId: number; reporterId: number; reason: string | null }>({
    encrypted: { subject: 'reporterId', fields: ['reason'] },
    test: byCall('POST /api/shared-predictions/:shareUrl/report', ofShare),
  }),
  ShareReportDismissed: event<{ shareId: number; reportId: number; reporterId: number }>({
    encrypted: { subject: 'reporterId', fields: [] },
    test: byAdministrator,
  }),
}
export type ShareEvent = EventsOf<typeof shareEvents>

/** Events of stream `share-comment-{id}`. `content` is encrypted with the author's key, `reason` with the reporter's. */
export const shareCommentEvents = {
  ShareCommented: event<{
    commentId: number
    shareId: number /** The owner of the share. */
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
    /** The author; absent in older events. */
    userId?: number
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
  ShareCommentReportDismissed: event<{ commentId: number; shareId: number; reportId: number; reporterId: number }>({
    encrypted: { subject: 'reporterId', fields: [] },
    test: byAdministrator,
  }),
}
export type ShareCommentEvent = EventsOf<typeof shareCommentEvents>

/** Events of stream `share-reaction-{share}-{user}`: one stream per share and player, so that likes of a popular share do not conflict. */
export const shareReactionEvents = {
  ShareLiked: event<{ shareId: number /** The owner of the share. */; ownerId: number; userId: number }>({
    test: byCall('POST /api/shared-predictions/:shareUrl/like', ofShare),
  }),
  ShareUnliked: event<{ shareId: number; userId: number }>({
    test: byCall('POST /api/shared-predictions/:shareUrl/interact', {
      ...ofShare,
      accepts: [],
      sends: { type: 'unlike' },
    }),
  }),
  SharePassedOn: event<{ shareId: number; userId: number /** UTC; counts once per day. */; day: string }>({
    test: byCall('POST /api/shared-predictions/:shareUrl/interact', {
      ...ofShare,
      accepts: [],
      sends: { type: 'share' },
    }),
  }),
}
export type ShareReactionEvent = EventsOf<typeof shareReactionEvents>

/** Number of viewers of a share on a day, so far. */
export interface ViewsOfShare {
  readonly shareId: number
  readonly views: number
}

/** Events of stream `share-views-{day}` (UTC). They contain totals, not increments, so that repeats count nothing twice. */
export const shareViewsEvents = {
  SharesViewed: event<{ day: string; shares: readonly ViewsOfShare[] }>({ test: byGame }),
}
export type ShareViewsEvent = EventsOf<typeof shareViewsEvents>
