import type { ReadDb } from '../../slice/read-models.ts'
import type { SocketRoom } from '../../slice/socket-room.ts'
import type { ChatRoom } from './events.ts'
import { isCompetition, membersAmong, messagesByIds } from './queries.ts'

const NAME = /^chat:(league|competition):(\d+)$/

/**
 * Rooms `chat:league:{id}` and `chat:competition:{id}`. A message is sent only to users who may read it at that time
 * (docs/threats.md T42).
 */
export const chatRooms = ({ db }: { readonly db: ReadDb }): SocketRoom => ({
  includes: (room) => NAME.test(room),
  watch: {
    field: 'competitionId',
    pattern: /\d{1,10}/,
    roomOf: (competitionId) => `chat:competition:${competitionId}`,
    exists: (competitionId) => isCompetition(db, Number(competitionId)),
    // A page reads the chat again when it subscribes.
    replaysMissed: false,
  },
  async load(name, ids, present, version) {
    const [, kind, id] = NAME.exec(name)!
    const room = { kind, id: Number(id) } as ChatRoom
    const messages = ids.length === 0 ? [] : await messagesByIds(db, ids)
    // Comes last, so that no other query runs between this check and the sending.
    const readers = room.kind === 'league' ? await membersAmong(db, room.id, present) : null
    return {
      to: readers ? readers.map((reader) => `user:${reader}`) : [name],
      frames: [
        ...(ids.length === 0 ? [{ event: 'change' as const, body: { topic: 'messages', version } }] : []),
        ...messages.map((body) => ({ event: 'message' as const, body })),
      ],
    }
  },
})
