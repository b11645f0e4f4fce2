import type { IdKind } from '../../kernel/ids.ts'

/** Ids of shares, and of reports of shares and comments. The feed uses them as the last sort key. */
export const shareIds: IdKind = { name: 'share', views: ['shares', 'share_reports'], isOrdered: true }

/** Ids of comments, which are listed in this order. */
export const commentIds: IdKind = { name: 'share_comment', views: ['share_comments'], isOrdered: true }
