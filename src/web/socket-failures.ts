import type { Logger } from 'pino'

/** Why a socket was refused before it was connected (the first seven) or cut afterwards. A label of `plp_socket_failures_total`. */
export type SocketFailure =
  | 'malformed'
  | 'origin'
  | 'signed_out'
  | 'user_limit'
  | 'address_limit'
  | 'handshake_limit'
  | 'store'
  | 'silent'
  | 'speech'
  | 'flood'
  | 'stalled'

export type SocketFailures = ReturnType<typeof createSocketFailures>

const EVERY_MS = 60_000

/** Counts failures of sockets and logs their number once a minute, so that clients that cause them cannot fill the log. */
export function createSocketFailures(logger: Logger, onFailure: (why: SocketFailure) => void) {
  let counts: Partial<Record<SocketFailure, number>> = {}
  const timer = setInterval(() => {
    if (Object.keys(counts).length === 0) return
    logger.warn({ failures: counts }, 'sockets refused or cut in the last minute')
    counts = {}
  }, EVERY_MS)
  timer.unref()
  return {
    note(why: SocketFailure): void {
      counts[why] = (counts[why] ?? 0) + 1
      onFailure(why)
    },
    stop: () => clearInterval(timer),
  }
}
