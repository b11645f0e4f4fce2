import { Server as EngineServer, type Socket as EngineSocket } from 'engine.io'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { EndedSessions } from '../accounts/sessions.ts'
import type { ChatPush } from '../chat/push.ts'
import type { Database } from '../database/database.ts'
import type { ShareRooms } from '../sharing/rooms.ts'
import type { LiveChange } from '../slice/group.ts'
import type { SocketSessions } from '../slice/sessions.ts'
import { chatRoomOf, createChatSockets } from './chat-sockets.ts'
import { createRecentChanges } from './recent-changes.ts'
import { socketAdapter } from './socket-adapter.ts'
import { createConnections, type SocketPatience } from './socket-connections.ts'
import { createSocketCounts, type SocketLimits, socketLimits } from './socket-counts.ts'
import { createSocketFailures, type SocketFailure } from './socket-failures.ts'
import { type Admitted, createHandshake } from './socket-handshake.ts'
import { letWatch } from './watching.ts'

/** The sockets of open pages. */
export interface Live {
  /** Takes whoever asks `/socket.io` for a socket. */
  readonly handshake: RequestHandler
  /** Tells the pages of this node what changed; every node hears of every change by itself. */
  publish(changes: readonly LiveChange[], version: string): void
  /** Ends the sockets of sessions that have ended, on every node: signed out, password or role changed, deleted. */
  end(ended: EndedSessions): void
  /** Ends the sockets whose session nobody has told this node the end of: run out, or told while it could not hear. */
  check(): Promise<void>
  /** Tells the pages that this node goes away, then closes. */
  close(): Promise<void>
}

interface LiveDependencies {
  readonly sessions: SocketSessions
  readonly chat: ChatPush
  readonly shares: ShareRooms
  readonly logger: Logger
  readonly publicUrl: string | undefined
  /** Lets the nodes of one Postgres end each other's sockets, also of the embedded one; undefined: there are no others. */
  readonly shared: Database | undefined
  /** Hears how many sockets this node has. */
  readonly onCount: (sockets: number) => void
  readonly onFailure: (why: SocketFailure) => void
  readonly limits?: SocketLimits
  readonly patience?: SocketPatience
}

/** Largest message a client may send; nothing of ours comes near it. */
const MAX_MESSAGE_BYTES = 1_024
/** How often the sessions of all sockets are looked at again. */
const CHECK_MS = 60_000

/**
 * Socket.IO on `/socket.io`, WebSocket only. A session is looked for before the upgrade, and again once the connection is where
 * `end` finds it: a session that ends between the two is missed by neither. The server alone decides on rooms.
 */
export function createLive(dependencies: LiveDependencies): Live {
  const { sessions, chat, shares, logger, publicUrl, shared, onCount, onFailure } = dependencies
  const failures = createSocketFailures(logger, onFailure)
  const connections = createConnections(failures, () => performance.now(), dependencies.patience)
  const admitted = new WeakMap<object, Admitted>()
  let isClosing = false

  const engine = new EngineServer({
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  })
  const between = shared && socketAdapter(shared, logger)
  const io = new Server({ serveClient: false, ...(between ? { adapter: between.adapter } : {}) })
  io.bind(engine)
  engine.on('connection', (conn: EngineSocket) => connections.add(conn, admitted.get(conn.request)!))

  io.use(async (socket, next) => {
    const connection = connections.of(socket.conn)
    const refuse = (why: SocketFailure, message: string): void => {
      failures.note(why)
      next(new Error(message))
      // After the answer.
      setImmediate(() => socket.conn.close())
    }
    if (!connection) return refuse('silent', 'Please try again')
    const { user } = connection
    try {
      const role = (await sessions.rolesOf([user.sessionId])).get(user.sessionId)
      if (role === undefined) return refuse('signed_out', 'Not authenticated')
      socket.data = { ...user, role }
      next()
    } catch {
      refuse('store', 'Please try again')
    }
  })

  const recent = createRecentChanges(() => performance.now())
  /** A page reads before its socket stands, and says how long before: what changed meanwhile it hears now. */
  function tellMissed(socket: Socket, rooms: Iterable<string>): void {
    const openFor: unknown = socket.handshake.auth.openFor
    if (typeof openFor !== 'number' || !(openFor >= 0)) return
    for (const change of recent.since(rooms, openFor)) socket.emit('change', change)
  }

  const chats = createChatSockets(io, chat, logger)
  io.on('connection', (socket) => {
    const { id, role } = socket.data
    onCount(io.of('/').sockets.size)
    socket.once('disconnect', () => onCount(io.of('/').sockets.size))
    connections.of(socket.conn)?.stands(socket)
    socket.join(['all', `user:${id}`, ...(role === 'admin' ? ['admins'] : [])])
    tellMissed(socket, socket.rooms)
    letWatch(socket, {
      canWatch: (watched) =>
        'shareUrl' in watched ? shares.isThere(watched.shareUrl) : chat.canWatch(watched.competitionId),
      // A chat is read anew when it is watched; of a share the page knows only what it read before.
      onJoined: (joined, room) => room.startsWith('share:') && tellMissed(joined, [room]),
      logger,
    })
  })
  // Of other nodes; the adapter does not tell a node what it has said itself.
  io.on(ENDED, (ended: EndedSessions) => connections.end(ended))

  async function check(): Promise<void> {
    const asked = connections.all()
    if (asked.length === 0) return
    try {
      const roles = await sessions.rolesOf([...new Set(asked.map(({ user }) => user.sessionId))])
      for (const { user, end } of asked) if (roles.get(user.sessionId) !== user.role) end()
    } catch {
      failures.note('store')
    }
  }
  const checking = setInterval(() => void check(), CHECK_MS)
  checking.unref()

  return {
    handshake: createHandshake({
      sessions,
      counts: createSocketCounts(dependencies.limits ?? socketLimits),
      failures,
      publicUrl,
      isClosing: () => isClosing,
      admit(each) {
        admitted.set(each.req, each)
        engine.handleUpgrade(each.req as Parameters<typeof engine.handleUpgrade>[0], each.socket, each.head)
      },
    }),
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
    end(ended) {
      connections.end(ended)
      if (shared) io.serverSideEmit(ENDED, ended)
    },
    check,
    async close() {
      isClosing = true
      clearInterval(checking)
      failures.stop()
      io.local.emit('leaving')
      await io.close()
      await between?.close()
    },
  }
}

/** What nodes tell each other. */
const ENDED = 'sessions ended'
