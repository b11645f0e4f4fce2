import { type Decider, reject } from '../../kernel/decider.ts'
import type { ShareCommentEvent } from './events.ts'

type CommentCommand =
  | ({ readonly type: 'comment' } & Extract<ShareCommentEvent, { type: 'ShareCommented' }>['data'])
  | {
      readonly type: 'delete'
      readonly userId: number
      /** The user owns the share. */
      readonly ownsShare: boolean
      readonly administers: boolean
    }
  | { readonly type: 'report'; readonly reportId: number; readonly userId: number; readonly reason: string | null }
  | { readonly type: 'dismiss'; readonly reportId: number }

type OpenReport = Pick<Extract<ShareCommentEvent, { type: 'ShareCommentReported' }>['data'], 'reportId' | 'reporterId'>

type CommentState =
  | { readonly status: 'none' }
  | {
      readonly status: 'posted' | 'deleted'
      readonly commentId: number
      readonly shareId: number
      readonly userId: number
      /** Open reports. */
      readonly reports: readonly OpenReport[]
    }

export type CommentRefusal = 'comment-not-found' | 'not-the-author' | 'own-comment' | 'comment-already-reported'

/** Decides about one comment on a share. */
export const commentDecider: Decider<CommentCommand, ShareCommentEvent, CommentState, CommentRefusal> = {
  initialState: { status: 'none' },

  evolve(state, event) {
    if (event.type === 'ShareCommented') {
      const { commentId, shareId, userId } = event.data
      return { status: 'posted', commentId, shareId, userId, reports: [] }
    }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'ShareCommentDeleted':
        return { ...state, status: 'deleted' }
      case 'ShareCommentReported':
        return { ...state, reports: [...state.reports, event.data] }
      case 'ShareCommentReportDismissed':
        return { ...state, reports: state.reports.filter(({ reportId }) => reportId !== event.data.reportId) }
    }
  },

  decide(command, state) {
    if (command.type === 'comment') {
      const { type: _, ...data } = command
      return state.status === 'none' ? [{ type: 'ShareCommented', data }] : []
    }
    if (state.status !== 'posted') return reject('comment-not-found')
    const { commentId, shareId } = state
    if (command.type === 'dismiss')
      return state.reports
        .filter(({ reportId }) => reportId === command.reportId)
        .map(({ reportId, reporterId }) => ({
          type: 'ShareCommentReportDismissed',
          data: { commentId, shareId, reportId, reporterId },
        }))
    const isAuthor = state.userId === command.userId
    switch (command.type) {
      case 'delete': {
        const { userId: by, ownsShare, administers } = command
        if (!isAuthor && !ownsShare && !administers) return reject('not-the-author')
        const how = isAuthor ? 'author' : ownsShare ? 'owner' : 'administrator'
        return [{ type: 'ShareCommentDeleted', data: { commentId, shareId, userId: state.userId, by, how } }]
      }
      case 'report': {
        const { reportId, userId: reporterId, reason } = command
        if (isAuthor) return reject('own-comment')
        if (state.reports.some((report) => report.reporterId === reporterId)) return reject('comment-already-reported')
        return [{ type: 'ShareCommentReported', data: { commentId, shareId, reportId, reporterId, reason } }]
      }
    }
  },
}
