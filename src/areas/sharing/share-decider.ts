import { type Decider, reject } from '../../kernel/decider.ts'
import type { ShareEvent } from './events.ts'

type ShareCommand =
  | ({ readonly type: 'share' } & Extract<ShareEvent, { type: 'PredictionsShared' }>['data'])
  | { readonly type: 'delete'; readonly userId: number; readonly administers: boolean }
  | { readonly type: 'report'; readonly reportId: number; readonly userId: number; readonly reason: string | null }
  | { readonly type: 'dismiss'; readonly reportId: number }

type OpenReport = Pick<Extract<ShareEvent, { type: 'ShareReported' }>['data'], 'reportId' | 'reporterId'>

export type ShareState =
  | { readonly status: 'none' }
  | {
      readonly status: 'shared' | 'deleted'
      readonly shareId: number
      readonly userId: number
      readonly token: string
      /** Open reports. */
      readonly reports: readonly OpenReport[]
    }

export type ShareRefusal = 'share-not-found' | 'not-the-owner' | 'own-share' | 'already-reported'

/** Decides about one share of its owner's predictions. */
export const shareDecider: Decider<ShareCommand, ShareEvent, ShareState, ShareRefusal> = {
  initialState: { status: 'none' },

  evolve(state, event) {
    if (event.type === 'PredictionsShared') {
      const { shareId, userId, token } = event.data
      return { status: 'shared', shareId, userId, token, reports: [] }
    }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'ShareDeleted':
        return { ...state, status: 'deleted' }
      case 'ShareReported':
        return { ...state, reports: [...state.reports, event.data] }
      case 'ShareReportDismissed':
        return { ...state, reports: state.reports.filter(({ reportId }) => reportId !== event.data.reportId) }
    }
  },

  decide(command, state) {
    if (command.type === 'share') {
      const { type: _, ...data } = command
      return state.status === 'none' ? [{ type: 'PredictionsShared', data }] : []
    }
    if (state.status !== 'shared') return reject('share-not-found')
    const { shareId } = state
    if (command.type === 'dismiss')
      return state.reports
        .filter(({ reportId }) => reportId === command.reportId)
        .map(({ reportId, reporterId }) => ({ type: 'ShareReportDismissed', data: { shareId, reportId, reporterId } }))
    const isOwner = state.userId === command.userId
    switch (command.type) {
      case 'delete': {
        if (!isOwner && !command.administers) return reject('not-the-owner')
        const how = isOwner ? 'owner' : 'administrator'
        return [{ type: 'ShareDeleted', data: { shareId, userId: state.userId, by: command.userId, how } }]
      }
      case 'report': {
        const { reportId, userId: reporterId, reason } = command
        if (isOwner) return reject('own-share')
        if (state.reports.some((report) => report.reporterId === reporterId)) return reject('already-reported')
        return [{ type: 'ShareReported', data: { shareId, reportId, reporterId, reason } }]
      }
    }
  },
}
