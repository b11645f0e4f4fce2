import type { Event } from '../kernel/event.ts'

export type ChatRoom =
  | { readonly kind: 'league'; readonly id: number }
  | { readonly kind: 'competition'; readonly id: number }

/**
 * Stream `message-{id}`. `content` is personal data under its author's key, `reason` under its reporter's. `room` is where
 * the message stands; `postedAt` (ISO 8601 UTC) is the server's time on receipt, from which the time for edits counts.
 * A `reportId` is a number of the sequence of messages.
 */
export type MessageEvent =
  | Event<
      'MessagePosted',
      { messageId: number; userId: number; room: ChatRoom; content: string | null; postedAt: string }
    >
  | Event<'MessageEdited', { messageId: number; userId: number; content: string | null }>
  | Event<'MessageDeleted', { messageId: number; by: number; how: 'author' | 'moderator' }>
  | Event<'MessageReported', { messageId: number; reportId: number; reporterId: number; reason: string | null }>
