import type { Socket as EngineSocket } from 'engine.io'
import type { Socket } from 'socket.io'
import type { EndedSessions } from '../accounts/sessions.ts'
import type { SignedInUser } from '../slice/route.ts'
import type { SocketFailure, SocketFailures } from './socket-failures.ts'
import type { Admitted } from './socket-handshake.ts'
import { createSpeech } from './socket-speech.ts'

/** How patient a node is with its sockets, in ms. */
export interface SocketPatience {
  /** From the upgrade to its CONNECT: a page sends that at once. */
  readonly connect: number
  /** For the other side to end what has been closed. */
  readonly linger: number
}

const socketPatience: SocketPatience = { connect: 5_000, linger: 2_000 }

/** Packets that wait for one client: a page that is so far behind reads everything again when it comes back. */
const MOST_WAITING = 500

/** An upgraded connection, from its first moment to the last of its TCP connection. */
interface Connection {
  readonly user: SignedInUser
  /** Its page's socket stands. */
  stands(socket: Socket): void
  /** Ends it as pages know it. */
  end(): void
}

interface Connections {
  add(conn: EngineSocket, admitted: Admitted): void
  /** Of an Engine.IO socket; undefined once its TCP connection has ended. */
  of(conn: EngineSocket): Connection | undefined
  all(): Connection[]
  /** Ends those of sessions that have ended, the ones that do not stand yet too. */
  end(ended: EndedSessions): void
}

/** The connections of a node: what clients may say, how long they may be silent, and how far they may fall behind. */
export function createConnections(
  failures: SocketFailures,
  now: () => number,
  patience: SocketPatience = socketPatience,
): Connections {
  const connections = new Map<EngineSocket, Connection>()

  function guard(conn: EngineSocket, { req, socket: tcp, user }: Admitted): Connection {
    const { websocket } = req as { websocket?: NodeJS.EventEmitter }
    const speech = createSpeech(now)
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
    const silent = setTimeout(() => setImmediate(() => hasAsked || cut('silent')), patience.connect)
    conn.once('close', () => {
      clearTimeout(silent)
      const lingering = setTimeout(() => tcp.destroy(), patience.linger)
      tcp.once('close', () => clearTimeout(lingering))
    })
    tcp.once('close', () => connections.delete(conn))

    return {
      user,
      stands(socket) {
        standing = socket
      },
      end,
    }
  }

  return {
    add: (conn, admitted) => void connections.set(conn, guard(conn, admitted)),
    of: (conn) => connections.get(conn),
    all: () => [...connections.values()],
    end({ userId, sessionId, exceptSessionId }) {
      for (const { user, end } of [...connections.values()])
        if (
          sessionId === null ? user.id === userId && user.sessionId !== exceptSessionId : user.sessionId === sessionId
        )
          end()
    },
  }
}
