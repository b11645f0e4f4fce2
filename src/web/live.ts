import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { LiveChange } from '../../projections/engine/group.ts'
import type { ChatPush } from '../chat/push.ts'
import type { Database } from '../database/database.ts'
import { chatRoomOf, createChatSockets } from './chat-sockets.ts'
import { createRecentChanges } from './recent-changes.ts'
import { isOwnOrigin } from './security.ts'
import type { SessionReader } from './sessions-port.ts'
import { socketAdapter } from './socket-adapter.ts'

/** The sockets of open pages. */
export interface Live {
  /** Tells the pages of this node what changed; every node hears of every change by itself. */
  publish(changes: readonly LiveChange[], version: string): void
  /** Ends a user's sockets on every node, but those of one session: password or role changed, deleted. */
  disconnectUser(userId: number, exceptSessionId: string | null): void
  /** Ends the sockets of one session on every node. */
  disconnectSession(sessionId: string): void
  /** Sockets of this node. */
  count(): number
  /** Tells the pages that this node goes away, then closes. */
  close(): Promise<void>
}

export interface LiveDependencies {
  readonly server: HttpServer
  readonly sessions: SessionReader
  readonly chat: ChatPush
  readonly logger: Logger
  readonly publicUrl: string | undefined
  /** Given where several nodes share a Postgres; lets them end each other's sockets. */
  readonly shared: Database | undefined
  /** Hears how many sockets this node has. */
  readonly onCount: (sockets: number) => void
}

/** Largest frame a client may send; nothing of ours comes near it (security.md T43). */
const MAX_FRAME_BYTES = 16_384

/**
 * Socket.IO on `/socket.io`, WebSocket only: refuses handshakes without a session or from another origin (T41); the
 * server alone decides on rooms (T42).
 */
export function createLive({ server, sessions, chat, logger, publicUrl, shared, onCount }: LiveDependencies): Live {
  const publicOrigin = publicUrl ? new URL(publicUrl).origin : undefined
  const io = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    allowRequest: (req, answer) => {
      const { origin, host } = req.headers
      answer(null, isOwnOrigin(req.headers['sec-fetch-site'], origin, host, publicOrigin))
    },
    ...(shared ? { adapter: socketAdapter(shared, logger) } : {}),
  })

  io.use(async (socket, next) => {
    try {
      const session = await sessions.ofCookieHeader(socket.handshake.headers.cookie)
      if (!session) return next(new Error('Not authenticated'))
      socket.data = session
      next()
    } catch (error) {
      logger.warn({ err: error }, 'socket handshake')
      next(new Error('Please try again'))
    }
  })

  const recent = createRecentChanges(() => performance.now())
  /** A page reads before its socket stands, and says how long before: what changed meanwhile it hears now. */
  function tellMissed(socket: Socket): void {
    const openFor: unknown = socket.handshake.auth.openFor
    if (typeof openFor !== 'number' || !(openFor >= 0)) return
    for (const change of recent.since(socket.rooms, openFor)) socket.emit('change', change)
  }

  const chats = createChatSockets(io, chat, logger)
  io.on('connection', (socket) => {
    const { id, role, sessionId } = socket.data
    onCount(io.of('/').sockets.size)
    socket.once('disconnect', () => onCount(io.of('/').sockets.size))
    socket.join(['all', `user:${id}`, `session:${sessionId}`, ...(role === 'admin' ? ['admins'] : [])])
    tellMissed(socket)
    chats.connected(socket)
  })

  return {
    publish(changes, version) {
      for (const { room, ...change } of changes) {
        const chatRoom = chatRoomOf(room)
        if (chatRoom) {
          chats.publish(chatRoom, change.ids ?? [], version)
          continue
        }
        const frame = { ...change, version }
        recent.note(room, frame)
        io.local.to(room).emit('change', frame)
      }
    },
    disconnectUser: (userId, exceptSessionId) => {
      const sockets = io.in(`user:${userId}`)
      void (exceptSessionId === null ? sockets : sockets.except(`session:${exceptSessionId}`)).disconnectSockets(true)
    },
    disconnectSession: (sessionId) => void io.in(`session:${sessionId}`).disconnectSockets(true),
    count: () => io.of('/').sockets.size,
    async close() {
      io.local.emit('leaving')
      await io.close()
    },
  }
}
