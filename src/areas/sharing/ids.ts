import type { IdKind } from '../../kernel/ids.ts'

/** Shares, and reports of shares and their comments. The feed goes by these ids where all else is equal. */
export const shareIds: IdKind = { name: 'share', views: ['shares', 'share_reports'], isOrdered: true }

/** Comments, which are listed in this order. */
export const commentIds: IdKind = { name: 'share_comment', views: ['share_comments'], isOrdered: true }
