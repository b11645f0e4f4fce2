import { createServer, type Server } from 'node:http'
import type { Server as NetServer } from 'node:net'
import type { Express } from 'express'
import { disconnectSlowConsumers } from './slow-consumers.ts'
import { cutUnread } from './unread-bodies.ts'
import { answerUnreadable } from './unreadable.ts'
import { serveUpgrades } from './upgrades.ts'

const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 8_500
const SLOW_AFTER_MS = 20_000
const CHECK_INTERVAL_MS = 1_000

interface HttpServerOptions {
  /** How long a client may take nothing of an answer. */
  readonly slowAfterMs?: number
  /** Hears of each client that was cut for it. */
  readonly onSlowConsumer?: () => void
}

/**
 * An HTTP server that cuts slow clients off: within 10 s who does not finish a request (headers in 5 s, all of it in 8.5 s, looked at
 * every second), and whoever takes nothing of an answer for `slowAfterMs`. Of bodies that are refused few are read.
 */
export function createHttpServer(
  app: Express,
  { slowAfterMs = SLOW_AFTER_MS, onSlowConsumer }: HttpServerOptions = {},
): Server {
  const server = createServer(
    { connectionsCheckingInterval: 1_000, headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    app,
  )
  server.keepAliveTimeout = 10_000
  server.maxHeadersCount = 100
  disconnectSlowConsumers(server, {
    slowAfterMs,
    checkIntervalMs: Math.min(CHECK_INTERVAL_MS, slowAfterMs / 4),
    onCut: () => onSlowConsumer?.(),
  })
  cutUnread(server)
  answerUnreadable(server)
  serveUpgrades(server, app)
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
