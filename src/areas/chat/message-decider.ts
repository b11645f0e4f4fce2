import { MESSAGE_EDIT_MINUTES } from '../../contracts/rules.ts'
import { type Decider, reject } from '../../kernel/decider.ts'
import type { ChatRoom, MessageEvent } from './events.ts'

/** The caller has already checked the sender's permissions in the room, by the latest revision of its stream. */
export type MessageCommand =
  | {
      readonly type: 'post'
      readonly messageId: number
      readonly userId: number
      readonly room: ChatRoom
      readonly content: string
      /** ISO 8601 UTC. */
      readonly at: string
    }
  | { readonly type: 'edit'; readonly userId: number; readonly content: string; readonly at: string }
  /** `as`: the right to delete messages of others, by the league or the game; null: none. */
  | { readonly type: 'delete'; readonly userId: number; readonly as: 'moderator' | 'administrator' | null }
  | {
      readonly type: 'report'
      readonly reportId: number
      readonly userId: number
      readonly reason: string | null
    }
  | { readonly type: 'dismiss'; readonly reportId: number }

type OpenReport = Pick<Extract<MessageEvent, { type: 'MessageReported' }>['data'], 'reportId' | 'reporterId'>

export type MessageState =
  | { readonly status: 'none' }
  | {
      readonly status: 'posted' | 'deleted'
      readonly messageId: number
      readonly userId: number
      readonly room: ChatRoom
      /** null once it or its author is deleted. */
      readonly content: string | null
      readonly postedAt: string
      readonly isEdited: boolean
      /** Open reports. */
      readonly reports: readonly OpenReport[]
    }

export type MessageRefusal = 'message-not-found' | 'not-the-author' | 'too-late' | 'own-message' | 'already-reported'

const EDIT_MS = MESSAGE_EDIT_MINUTES * 60_000

/** One chat message. A deleted one stays as a tombstone without content. */
export const messageDecider: Decider<MessageCommand, MessageEvent, MessageState, MessageRefusal> = {
  initialState: { status: 'none' },

  evolve(state, event) {
    if (event.type === 'MessagePosted') return { ...event.data, status: 'posted', isEdited: false, reports: [] }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'MessageEdited':
        return { ...state, content: event.data.content, isEdited: true }
      case 'MessageDeleted':
        return { ...state, status: 'deleted', content: null }
      case 'MessageReported':
        return { ...state, reports: [...state.reports, event.data] }
      case 'MessageReportDismissed':
        return { ...state, reports: state.reports.filter(({ reportId }) => reportId !== event.data.reportId) }
    }
  },

  decide(command, state) {
    if (command.type === 'post') {
      const { messageId, userId, room, content, at } = command
      if (state.status !== 'none') return []
      return [{ type: 'MessagePosted', data: { messageId, userId, room, content, postedAt: at } }]
    }
    if (state.status !== 'posted') return reject('message-not-found')
    const { messageId } = state
    if (command.type === 'dismiss')
      return state.reports
        .filter(({ reportId }) => reportId === command.reportId)
        .map(({ reportId, reporterId }) => ({
          type: 'MessageReportDismissed',
          data: { messageId, reportId, reporterId },
        }))
    const isAuthor = state.userId === command.userId
    switch (command.type) {
      case 'edit':
        if (!isAuthor) return reject('not-the-author')
        if (Date.parse(command.at) - Date.parse(state.postedAt) > EDIT_MS) return reject('too-late')
        if (state.content === command.content) return []
        return [{ type: 'MessageEdited', data: { messageId, userId: command.userId, content: command.content } }]
      case 'delete': {
        const { userId: by, as } = command
        const how = isAuthor ? 'author' : as
        if (how === null) return reject('not-the-author')
        return [{ type: 'MessageDeleted', data: { messageId, userId: state.userId, by, how } }]
      }
      case 'report': {
        const { reportId, userId: reporterId, reason } = command
        if (isAuthor) return reject('own-message')
        if (state.reports.some((report) => report.reporterId === reporterId)) return reject('already-reported')
        return [{ type: 'MessageReported', data: { messageId, reportId, reporterId, reason } }]
      }
    }
  },
}
