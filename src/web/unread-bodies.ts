import type { Server } from 'node:http'

/** Number of refused bodies that are read to their end at once, so that their senders read the response and keep their connection. */
const MAX_DRAINING = 4

/**
 * Limits the bodies that are still arriving after their response. Node reads and discards them, and 200 such uploads delayed all other
 * requests for seconds. A few are drained; beyond that number the connection is closed with the response (docs/threats.md T65).
 */
export function cutUnread(server: Server, max = MAX_DRAINING): void {
  let draining = 0
  server.on('request', (req, res) => {
    res.once('finish', () => {
      if (req.complete || req.destroyed) return
      if (draining >= max) {
        // A graceful close would continue to read, up to 2 MB of each body before the next connection is served.
        req.socket.destroy()
        return
      }
      draining++
      let isOver = false
      const over = (): void => {
        if (isOver) return
        isOver = true
        draining--
        req.socket.off('close', over)
      }
      req.once('end', over)
      // An answered request emits no event when its connection is lost.
      req.socket.once('close', over)
    })
  })
}
