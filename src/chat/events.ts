import type { Event } from '../kernel/event.ts'

/** Stream `message-{id}`. `content` is personal data under its author's key. `room` is where it stands. */
export type ChatRoom =
  | { readonly kind: 'league'; readonly id: number }
  | { readonly kind: 'competition'; readonly id: number }
export type MessageEvent =
  | Event<'MessagePosted', { messageId: number; userId: number; room: ChatRoom; content: string | null }>
  | Event<'MessageEdited', { messageId: number; userId: number; content: string | null }>
  | Event<'MessageDeleted', { messageId: number; by: number; how: 'author' | 'moderator' }>
  | Event<'MessageReported', { messageId: number; reporterId: number; reason: string | null }>
