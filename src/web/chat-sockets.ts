import type { Logger } from 'pino'
import type { Server } from 'socket.io'
import type { ChatRoom } from '../chat/events.ts'
import type { ChatPush } from '../chat/push.ts'
import type { LiveChange } from '../slice/group.ts'

/** The chats of a node's sockets. */
export interface ChatSockets {
  /** Sends what changed in a room to those who may read it now; in the order of the calls. */
  publish(room: ChatRoom, ids: readonly number[], version: string): void
}

/** `chat:league:{id}` or `chat:competition:{id}`; null for any other name. */
export function chatRoomOf(room: LiveChange['room']): ChatRoom | null {
  const [, kind, id] = /^chat:(league|competition):(\d+)$/.exec(room) ?? []
  return kind === undefined ? null : ({ kind, id: Number(id) } as ChatRoom)
}

export function createChatSockets(io: Server, push: ChatPush, logger: Logger): ChatSockets {
  let last: Promise<void> = Promise.resolve()

  async function send(room: ChatRoom, ids: readonly number[], version: string): Promise<void> {
    const users = room.kind === 'league' ? usersOf(io) : []
    const { readers, messages } = await push.load(room, ids, users)
    const to = readers ? readers.map((id) => `user:${id}`) : [`chat:competition:${room.id}`]
    // Nobody is no filter for Socket.IO: without rooms it would speak to everyone.
    if (to.length === 0) return
    const target = io.local.to(to)
    if (ids.length === 0) target.emit('change', { topic: 'messages', version })
    for (const message of messages) target.emit('message', message)
  }

  return {
    publish(room, ids, version) {
      last = last
        .then(() => send(room, ids, version))
        .catch((error) => {
          // The pages look again at their next poll or connection; a frame that is lost loses nothing.
          logger.warn({ err: error }, 'messages could not be pushed')
        })
    },
  }
}

/** Users with a socket on this node. */
function usersOf(io: Server): number[] {
  return [...new Set([...io.of('/').sockets.values()].map(({ data }) => data.id as number))]
}
