import { createServer, type Server } from 'node:http'
import type { Server as NetServer } from 'node:net'
import type { Express } from 'express'
import { answerUnreadable } from './unreadable.ts'

const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 8_500

/** An HTTP server that cuts slow clients off within 10 s: headers in 5 s, all of a request in 8.5 s, looked at every second. */
export function createHttpServer(app: Express): Server {
  const server = createServer(
    { connectionsCheckingInterval: 1_000, headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    app,
  )
  server.keepAliveTimeout = 10_000
  server.maxHeadersCount = 100
  answerUnreadable(server)
  return server
}

/** Listens; gives the address as people type it. Throws where the port is taken. */
export function listen(server: NetServer, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${actual}`)
    })
  })
}

/** Takes no new connections, lets running requests finish for at most `graceMs`, then cuts the rest. */
export async function stopServing(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(cut)
}
