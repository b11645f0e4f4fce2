import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What a client has taken of what was written to it, for comparison with a later look. */
interface Taken {
  /** Bytes of whole writes. */
  readonly written: number
  /** Bytes of the write under way that the kernel has not taken. */
  readonly queued: number
}

/** The same, and at how many looks after it nothing more had been taken. */
interface Stuck extends Taken {
  readonly checks: number
}

interface SlowConsumerOptions {
  /** How long a client may take nothing of what waits for it, in ms. */
  readonly slowAfterMs: number
  /** How often that is looked at, in ms. */
  readonly checkIntervalMs: number
  readonly onCut: () => void
}

/**
 * Cuts the connections, upgraded ones too, whose client takes nothing of what waits for it. What Node offers looks at
 * writes and reads together: a client that keeps talking and never reads would not be found.
 */
export function disconnectSlowConsumers(
  server: Server,
  { slowAfterMs, checkIntervalMs, onCut }: SlowConsumerOptions,
): void {
  // Looks are counted, not milliseconds: while this process was held up nobody could take anything.
  const maxChecks = Math.ceil(slowAfterMs / checkIntervalMs)
  const sockets = new Set<Socket>()
  const stuck = new WeakMap<Socket, Stuck>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const checking = setInterval(() => {
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        stuck.delete(socket)
        continue
      }
      const before = stuck.get(socket)
      const now = takenBy(socket)
      if (!before || now.written > before.written || now.queued < before.queued)
        stuck.set(socket, { ...now, checks: 0 })
      else if (before.checks + 1 < maxChecks) stuck.set(socket, { ...now, checks: before.checks + 1 })
      else {
        onCut()
        // A reset: what the kernel keeps for the client is given up as well.
        socket.resetAndDestroy()
      }
    }
  }, checkIntervalMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))
}

function takenBy(socket: Socket): Taken {
  // Not in the types, and the only measure of a large write that is under way; Node's own timeouts go by it.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  const written = socket.bytesWritten - socket.writableLength
  return { written, queued: handle?.writeQueueSize ?? 0 }
}
