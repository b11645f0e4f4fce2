import { byAdministrator, byCall, byCalls, callOf, type EventsOf, event } from '../../kernel/declared-events.ts'

const ofCompetition = { names: { id: 'competitionId' } }
const ofLeague = { names: { id: 'leagueId' } }
const ofMessage = { names: { id: 'messageId' } }

export type ChatRoom =
  | { readonly kind: 'league'; readonly id: number }
  | { readonly kind: 'competition'; readonly id: number }

/**
 * Stream `message-{id}`. `content` is encrypted with its author's key, `reason` with its reporter's. `room` is the chat
 * of the message. `postedAt` (ISO 8601 UTC) is the server's time on receipt, from which the time limit for edits
 * counts. A `reportId` is a number of the sequence of messages.
 */
export const messageEvents = {
  MessagePosted: event<{ messageId: number; userId: number; room: ChatRoom; content: string | null; postedAt: string }>(
    {
      encrypted: { subject: 'userId', fields: ['content'] },
      test: byCalls(
        callOf('POST /api/leagues/:id/messages', { ...ofLeague, accepts: ['content'] }),
        callOf('POST /api/competitions/:id/messages', { ...ofCompetition, accepts: ['content'] }),
      ),
    },
  ),
  MessageEdited: event<{ messageId: number; userId: number; content: string | null }>({
    encrypted: { subject: 'userId', fields: ['content'] },
    test: byCall('PATCH /api/messages/:id', ofMessage),
  }),
  MessageDeleted: event<{
    messageId: number
    /** The author; absent in older events. */
    userId?: number
    by: number
    how: 'author' | 'moderator' | 'administrator'
  }>({
    secret: ['by'],
    test: byCall('DELETE /api/messages/:id', ofMessage),
  }),
  MessageReported: event<{ messageId: number; reportId: number; reporterId: number; reason: string | null }>({
    encrypted: { subject: 'reporterId', fields: ['reason'] },
    test: byCall('POST /api/messages/:id/report', ofMessage),
  }),
  // About the reporter, so that the copy of the author's data omits it.
  MessageReportDismissed: event<{ messageId: number; reportId: number; reporterId: number }>({
    encrypted: { subject: 'reporterId', fields: [] },
    test: byAdministrator,
  }),
}
export type MessageEvent = EventsOf<typeof messageEvents>
