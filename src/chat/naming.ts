import type { NamingOf } from '../kernel/naming.ts'
import type { MessageEvent } from './events.ts'

/** Whom the events of messages name. */
export const messageNaming: NamingOf<MessageEvent> = {
  MessagePosted: { people: ['userId'], own: 'userId' },
  MessageEdited: { people: ['userId'], own: 'userId' },
  MessageDeleted: { people: ['by'] },
  MessageReported: { people: ['reporterId'], isConfidential: true },
}
