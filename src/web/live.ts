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
  /** Receives the number of sockets of this node after each change. */
  readonly onCount: (sockets: number) => void
  readonly onFailure: (why: SocketFailure) => void
  readonly limits?: SocketLimits
  readonly timeouts?: SocketTimeouts
}

/** Largest message a client may send; messages of our pages are much smaller. */
const MAX_MESSAGE_BYTES = 1_024
/** If a topic changes for more rooms than this at once, their pages read again spread over a short time. */
const CROWD = 20
/** Milliseconds between two checks of the sessions of all sockets. */
const CHECK_MS = 60_000

/**
 * Socket.IO on `/socket.io`, WebSocket only. A session is checked before the upgrade, and again after the connection is registered for
 * `end`. A session that ends in between is therefore detected. Only the server decides on rooms.
 */
export function createLive(dependencies: LiveDependencies) {
  const { sessions, rooms, logger, publicUrl, onCount, onFailure } = dependencies
  const failures = createSocketFailures(logger, onFailure)
  const connections = createConnections(failures, rooms, () => performance.now(), dependencies.timeouts)
  const handshakes = new WeakMap<object, AcceptedHandshake>()
  let isClosing = false

  const engine = new EngineServer({
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  })
  const io = new Server({ serveClient: false })
  io.bind(engine)
  engine.on('connection', (conn: EngineSocket) => connections.add(conn, handshakes.get(conn.request)!))

  io.use(async (socket, next) => {
    const connection = connections.of(socket.conn)
    const refuse = (why: SocketFailure, message: string): void => {
      failures.note(why)
      next(new Error(message))
      // After the error is sent.
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
  /** Sends missed changes: a page reads before its socket is connected, and reports how long before. */
  function sendMissed(socket: Socket, rooms: Iterable<string>): void {
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
    connections.of(socket.conn)?.setSocket(socket)
    socket.join(['all', `user:${id}`, ...(role === 'admin' ? ['admins'] : [])])
    sendMissed(socket, socket.rooms)
    letWatch(socket, rooms, logger, (room) => sendMissed(socket, [room]))
  })

  /** Ends sockets of sessions that have expired, or whose end this node was not notified of. */
  async function check(): Promise<void> {
    const checked = connections.all()
    if (checked.length === 0) return
    try {
      const roles = await sessions.rolesOf([...new Set(checked.map(({ user }) => user.sessionId))])
      for (const { user, end } of checked) if (roles.get(user.sessionId) !== user.role) end()
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
        handshakes.set(each.req, each)
        engine.handleUpgrade(each.req as Parameters<typeof engine.handleUpgrade>[0], each.socket, each.head)
      },
    }),
    /** Sends changes to the pages of this node; every node receives every change. */
    publish(changes: readonly LiveChange[], version: string): void {
      const pushed: LiveChange[] = []
      for (const change of changes) {
        const load = rooms.find((kind) => kind.includes(change.room))?.load
        if (!load) pushed.push(change)
        // A lost frame loses no data: pages read again at their next poll or connection.
        else
          deliveries
            .add(() => deliver(load, change, version))
            .catch((error) => logger.warn({ err: error }, 'messages could not be pushed'))
      }
      const byTopic = Map.groupBy(pushed, ({ topic }) => topic)
      const isCrowd = (topic: string) => byTopic.get(topic)!.length > CROWD
      // A match changes something for each of its players: remembered once for all, not for each.
      for (const topic of byTopic.keys()) if (isCrowd(topic)) recent.note('all', { topic, version, spread: true })
      const present = io.of('/').adapter.rooms
      for (const { room, ...others } of pushed) {
        const inCrowd = isCrowd(others.topic)
        // Most rooms of players are empty. Socket.IO would encode the frame for each of them.
        if (inCrowd && !present.has(room)) continue
        const frame = { ...others, version, ...(room === 'all' || inCrowd ? { spread: true as const } : {}) }
        if (!inCrowd) recent.note(room, frame)
        if (present.has(room)) io.to(room).emit('change', frame)
      }
    },
    /** Ends this node's sockets of sessions that have ended: signed out, password or role changed, deleted. */
    end: connections.end,
    check,
    /** Notifies the pages that this node stops, then closes. */
    async close(): Promise<void> {
      isClosing = true
      clearInterval(checking)
      failures.stop()
      io.emit('leaving')
      await io.close()
    },
  }
}
