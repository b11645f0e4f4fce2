import type { ChatMessage } from '../contracts/chat.ts'
import type { ReadDb } from '../slice/read-models.ts'
import type { ChatRoom } from './events.ts'
import { isCompetition, membersAmong, messagesByIds } from './queries.ts'

/** What goes to the sockets of a node. */
interface ChatDelivery {
  readonly room: ChatRoom
  /** Members of a league at that moment, of those asked for; null: whoever watches the competition. */
  readonly readers: readonly number[] | null
  /** Empty: the room has to be read again. */
  readonly messages: readonly ChatMessage[]
}

/** What the sockets ask of chats. */
export interface ChatPush {
  /** Messages of a room, with who of the users may read them now; right before they are sent (docs/threats.md T42). */
  load(room: ChatRoom, ids: readonly number[], users: readonly number[]): Promise<ChatDelivery>
  /** Whether a competition is there to be watched: its chat is open to every signed-in user. */
  canWatch(competitionId: number): Promise<boolean>
}

export function createChatPush({ db }: { readonly db: ReadDb }): ChatPush {
  return {
    async load(room, ids, users) {
      const messages = ids.length === 0 ? [] : await messagesByIds(db, ids)
      // Asked last, so that nothing lies between the answer and the sending.
      const readers = room.kind === 'league' ? await membersAmong(db, room.id, users) : null
      return { room, readers, messages }
    },
    canWatch: (competitionId) => isCompetition(db, competitionId),
  }
}
