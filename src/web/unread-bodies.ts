import type { Server } from 'node:http'

/** Bodies that are let run out at once, so that their senders read the answer and keep their connection. */
const MOST_RUNNING_OUT = 4

/**
 * What is answered before its body is there is still sent: Node reads all of it and throws it away, and beside 200 such uploads nobody else
 * was answered for seconds. A few are let run out; beyond them the connection ends with the answer (docs/threats.md T65).
 */
export function cutUnread(server: Server, most = MOST_RUNNING_OUT): void {
  let runningOut = 0
  server.on('request', (req, res) => {
    res.once('finish', () => {
      if (req.complete || req.destroyed) return
      if (runningOut >= most) {
        // Closed softly it would go on reading until the end is through, 2 MB of each before the next has its turn.
        req.socket.destroy()
        return
      }
      runningOut++
      let isOver = false
      const over = (): void => {
        if (isOver) return
        isOver = true
        runningOut--
        req.socket.off('close', over)
      }
      req.once('end', over)
      // A request that has been answered says nothing of a connection that breaks off.
      req.socket.once('close', over)
    })
  })
}
