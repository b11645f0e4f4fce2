import type { Socket as EngineSocket } from 'engine.io'
import type { Socket } from 'socket.io'
import type { EndedSessions } from '../slice/sessions.ts'
import type { SocketRoom } from '../slice/socket-room.ts'
import type { SocketFailure, SocketFailures } from './socket-failures.ts'
import type { AcceptedHandshake } from './socket-handshake.ts'
import { createSpeech } from './socket-speech.ts'

/** Timeouts of sockets in milliseconds. */
export interface SocketTimeouts {
  /** From the upgrade to CONNECT, which a page sends at once. */
  readonly connect: number
  /** For the other side to end a closed connection. */
  readonly linger: number
}

const socketTimeouts: SocketTimeouts = { connect: 5_000, linger: 2_000 }

/** Maximum number of packets waiting for one client. A page that is disconnected reads everything again when it reconnects. */
const MAX_WAITING = 500

/** Manages the connections of a node: permitted messages, timeouts and queue limits. */
export function createConnections(
  failures: SocketFailures,
  rooms: readonly SocketRoom[],
  now: () => number,
  timeouts: SocketTimeouts = socketTimeouts,
) {
  const connections = new Map<EngineSocket, ReturnType<typeof guard>>()

  /** Guards an upgraded connection until its TCP connection has ended. */
  function guard(conn: EngineSocket, { req, socket: tcp, user }: AcceptedHandshake) {
    const { websocket } = req as { websocket?: NodeJS.EventEmitter }
    const speech = createSpeech(rooms, now)
    let connected: Socket | null = null
    let hasSentConnect = false
    let waiting = 0

    function cut(why: SocketFailure): void {
      if (tcp.destroyed) return
      failures.note(why)
      // Discards unsent data and does not process received data.
      websocket?.removeAllListeners('message')
      tcp.resetAndDestroy()
      conn.close(true)
    }
    /** Disconnects gracefully, as pages expect. */
    function end(): void {
      if (connected?.connected) connected.disconnect(true)
      else conn.close()
    }

    conn.on('packet', (packet) => {
      const verdict = speech.packet(packet)
      if (verdict === 'leaving') setImmediate(() => conn.close())
      else if (verdict !== 'fine') cut(verdict)
      else if (packet.type === 'message') hasSentConnect = true
    })
    conn.on('packetCreate', () => {
      if (++waiting > MAX_WAITING) cut('stalled')
    })
    conn.on('flush', () => {
      waiting = 0
    })
    tcp.prependListener('data', (bytes: Buffer) => {
      if (!speech.bytes(bytes.length)) cut('flood')
    })
    // Engine.IO has its own pings: a browser never sends those of WebSocket.
    for (const frame of ['ping', 'pong']) websocket?.on(frame, () => cut('speech'))

    // After CONNECT the client waits for the server. `setImmediate`: data received while this process was blocked is read first.
    const silent = setTimeout(() => setImmediate(() => hasSentConnect || cut('silent')), timeouts.connect)
    conn.once('close', () => {
      clearTimeout(silent)
      const lingering = setTimeout(() => tcp.destroy(), timeouts.linger)
      tcp.once('close', () => clearTimeout(lingering))
    })
    tcp.once('close', () => connections.delete(conn))

    return {
      user,
      /** Sets the Socket.IO socket of the page. */
      setSocket(socket: Socket): void {
        connected = socket
      },
      end,
    }
  }

  return {
    add: (conn: EngineSocket, handshake: AcceptedHandshake) => void connections.set(conn, guard(conn, handshake)),
    /** The connection of an Engine.IO socket; undefined after its TCP connection has ended. */
    of: (conn: EngineSocket) => connections.get(conn),
    all: () => [...connections.values()],
    /** Ends the connections of ended sessions, including those that are not connected yet. */
    end({ userId, sessionId, exceptSessionId }: EndedSessions): void {
      for (const { user, end } of [...connections.values()])
        if (
          sessionId === null ? user.id === userId && user.sessionId !== exceptSessionId : user.sessionId === sessionId
        )
          end()
    },
  }
}
