import type { Socket as EngineSocket } from 'engine.io'
import type { Socket } from 'socket.io'
import type { EndedSessions } from '../slice/sessions.ts'
import type { SocketRoom } from '../slice/socket-room.ts'
import type { SocketFailure, SocketFailures } from './socket-failures.ts'
import type { AcceptedHandshake } from './socket-handshake.ts'
import { createSpeech } from './socket-speech.ts'

/** How patient a node is with its sockets, in ms. */
export interface SocketTimeouts {
  /** From the upgrade to its CONNECT: a page sends that at once. */
  readonly connect: number
  /** For the other side to end what has been closed. */
  readonly linger: number
}

const socketTimeouts: SocketTimeouts = { connect: 5_000, linger: 2_000 }

/** Packets that wait for one client: a page that is so far behind reads everything again when it comes back. */
const MOST_WAITING = 500

/** The connections of a node: what clients may say, how long they may be silent, and how far they may fall behind. */
export function createConnections(
  failures: SocketFailures,
  rooms: readonly SocketRoom[],
  now: () => number,
  timeouts: SocketTimeouts = socketTimeouts,
) {
  const connections = new Map<EngineSocket, ReturnType<typeof guard>>()

  /** An upgraded connection, from its first moment to the last of its TCP connection. */
  function guard(conn: EngineSocket, { req, socket: tcp, user }: AcceptedHandshake) {
    const { websocket } = req as { websocket?: NodeJS.EventEmitter }
    const speech = createSpeech(rooms, now)
    let standing: Socket | null = null
    let hasAsked = false
    let waiting = 0

    function cut(why: SocketFailure): void {
      if (tcp.destroyed) return
      failures.note(why)
      // At once: what it has not taken is kept for nobody, and of what has come nothing more is read.
      websocket?.removeAllListeners('message')
      tcp.resetAndDestroy()
      conn.close(true)
    }
    /** Ends it as pages know it. */
    function end(): void {
      if (standing?.connected) standing.disconnect(true)
      else conn.close()
    }

    conn.on('packet', (packet) => {
      const said = speech.packet(packet)
      if (said === 'leaving') setImmediate(() => conn.close())
      else if (said !== 'fine') cut(said)
      else if (packet.type === 'message') hasAsked = true
    })
    conn.on('packetCreate', () => {
      if (++waiting > MOST_WAITING) cut('stalled')
    })
    conn.on('flush', () => {
      waiting = 0
    })
    tcp.prependListener('data', (bytes: Buffer) => {
      if (!speech.bytes(bytes.length)) cut('flood')
    })
    // Engine.IO has pings of its own: a browser never sends WebSocket's.
    for (const frame of ['ping', 'pong']) websocket?.on(frame, () => cut('speech'))

    // Once it has asked, it waits for us. A turn later: what came while this process was held up is read first.
    const silent = setTimeout(() => setImmediate(() => hasAsked || cut('silent')), timeouts.connect)
    conn.once('close', () => {
      clearTimeout(silent)
      const lingering = setTimeout(() => tcp.destroy(), timeouts.linger)
      tcp.once('close', () => clearTimeout(lingering))
    })
    tcp.once('close', () => connections.delete(conn))

    return {
      user,
      /** Its page's socket stands. */
      stands(socket: Socket): void {
        standing = socket
      },
      end,
    }
  }

  return {
    add: (conn: EngineSocket, admitted: AcceptedHandshake) => void connections.set(conn, guard(conn, admitted)),
    /** Of an Engine.IO socket; undefined once its TCP connection has ended. */
    of: (conn: EngineSocket) => connections.get(conn),
    all: () => [...connections.values()],
    /** Ends those of sessions that have ended, the ones that do not stand yet too. */
    end({ userId, sessionId, exceptSessionId }: EndedSessions): void {
      for (const { user, end } of [...connections.values()])
        if (
          sessionId === null ? user.id === userId && user.sessionId !== exceptSessionId : user.sessionId === sessionId
        )
          end()
    },
  }
}
