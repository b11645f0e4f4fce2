import { Server as EngineServer, type Socket as EngineSocket } from 'engine.io'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { LiveChange } from '../slice/group.ts'
import type { SocketSessions } from '../slice/sessions.ts'
import type { SocketRoom } from '../slice/socket-room.ts'
import { createRecentChanges } from './recent-changes.ts'
import { createConnections, type SocketTimeouts } from './socket-connections.ts'
import { createSocketCounts, type SocketLimits, socketLimits } from './socket-counts.ts'
import { createSocketFailures, type SocketFailure } from './socket-failures.ts'
import { type AcceptedHandshake, createHandshake } from './socket-handshake.ts'
import { letWatch } from './watching.ts'

/** The sockets of open pages. */
export type Live = ReturnType<typeof createLive>

interface LiveDependencies {
  readonly sessions: SocketSessions
  readonly rooms: readonly SocketRoom[]
  readonly logger: Logger
  readonly publicUrl: string | undefined
  /** Hears how many sockets this node has. */
  readonly onCount: (sockets: number) => void
  readonly onFailure: (why: SocketFailure) => void
  readonly limits?: SocketLimits
  readonly timeouts?: SocketTimeouts
}

/** Largest message a client may send; nothing of ours comes near it. */
const MAX_MESSAGE_BYTES = 1_024
/** A topic that changes for more rooms than this at once makes their pages read again spread over a short while. */
const CROWD = 20
/** How often the sessions of all sockets are looked at again. */
const CHECK_MS = 60_000

/**
 * Socket.IO on `/socket.io`, WebSocket only. A session is looked for before the upgrade, and again once the connection is where
 * `end` finds it: a session that ends between the two is missed by neither. The server alone decides on rooms.
 */
export function createLive(dependencies: LiveDependencies) {
  const { sessions, rooms, logger, publicUrl, onCount, onFailure } = dependencies
  const failures = createSocketFailures(logger, onFailure)
  const connections = createConnections(failures, rooms, () => performance.now(), dependencies.timeouts)
  const admitted = new WeakMap<object, AcceptedHandshake>()
  let isClosing = false

  const engine = new EngineServer({
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  })
  const io = new Server({ serveClient: false })
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

  const deliveries = new PQueue({ concurrency: 1 })
  /** Sends a change of a room that loads its own frames. */
  async function deliver(load: NonNullable<SocketRoom['load']>, { room, ids = [] }: LiveChange, version: string) {
    const present = new Set([...io.of('/').sockets.values()].map(({ data }) => data.id as number))
    const { to, frames } = await load(room, ids, [...present], version)
    // Without rooms Socket.IO would send to everyone.
    if (to.length === 0) return
    for (const { event, body } of frames) io.to([...to]).emit(event, body)
  }

  io.on('connection', (socket) => {
    const { id, role } = socket.data
    onCount(io.of('/').sockets.size)
    socket.once('disconnect', () => onCount(io.of('/').sockets.size))
    connections.of(socket.conn)?.stands(socket)
    socket.join(['all', `user:${id}`, ...(role === 'admin' ? ['admins'] : [])])
    tellMissed(socket, socket.rooms)
    letWatch(socket, rooms, logger, (room) => tellMissed(socket, [room]))
  })

  /** Ends the sockets whose session nobody has told this node the end of: run out, or told while it could not hear. */
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
      accept(each) {
        admitted.set(each.req, each)
        engine.handleUpgrade(each.req as Parameters<typeof engine.handleUpgrade>[0], each.socket, each.head)
      },
    }),
    /** Tells the pages of this node what changed; every node hears of every change by itself. */
    publish(changes: readonly LiveChange[], version: string): void {
      const byTopic = Map.groupBy(changes, ({ topic }) => topic)
      for (const change of changes) {
        const { room, ...told } = change
        const load = rooms.find((kind) => kind.includes(room))?.load
        if (load) {
          // The pages look again at their next poll or connection; a frame that is lost loses nothing.
          deliveries
            .add(() => deliver(load, change, version))
            .catch((error) => logger.warn({ err: error }, 'messages could not be pushed'))
          continue
        }
        const spread = room === 'all' || byTopic.get(change.topic)!.length > CROWD
        const frame = { ...told, version, ...(spread ? { spread: true as const } : {}) }
        recent.note(room, frame)
        io.to(room).emit('change', frame)
      }
    },
    /** Ends this node's sockets of sessions that have ended: signed out, password or role changed, deleted. */
    end: connections.end,
    check,
    /** Tells the pages that this node goes away, then closes. */
    async close(): Promise<void> {
      isClosing = true
      clearInterval(checking)
      failures.stop()
      io.emit('leaving')
      await io.close()
    },
  }
}
