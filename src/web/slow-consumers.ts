import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes that a client has received, for comparison with a later check. */
interface Received {
  /** Bytes of complete writes. */
  readonly written: number
  /** Bytes of the current write that the kernel has not accepted. */
  readonly queued: number
}

/** The same, with the number of later checks without progress. */
interface Stuck extends Received {
  readonly checks: number
}

interface SlowConsumerOptions {
  /** Milliseconds for which a client may receive nothing while data is waiting for it. */
  readonly slowAfterMs: number
  /** Milliseconds between two checks. */
  readonly checkIntervalMs: number
  readonly onCut: () => void
}

/**
 * Disconnects clients, including upgraded connections, that receive nothing while data is waiting for them. Node's own timeouts count
 * writes and reads together, so they do not detect a client that keeps sending and never reads.
 */
export function disconnectSlowConsumers(
  server: Server,
  { slowAfterMs, checkIntervalMs, onCut }: SlowConsumerOptions,
): void {
  // Counts checks instead of milliseconds: while this process is blocked, no client can receive anything.
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
      const now = receivedBy(socket)
      if (!before || now.written > before.written || now.queued < before.queued)
        stuck.set(socket, { ...now, checks: 0 })
      else if (before.checks + 1 < maxChecks) stuck.set(socket, { ...now, checks: before.checks + 1 })
      else {
        onCut()
        // A reset also discards the data that the kernel has buffered for the client.
        socket.resetAndDestroy()
      }
    }
  }, checkIntervalMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))
}

function receivedBy(socket: Socket): Received {
  // Not in the types, but the only measure of progress within a large write; Node's own timeouts use it, too.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  const written = socket.bytesWritten - socket.writableLength
  return { written, queued: handle?.writeQueueSize ?? 0 }
}
