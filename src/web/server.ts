import { createServer, type Server } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Express } from 'express'
import { disconnectSlowConsumers } from './slow-consumers.ts'
import { cutUnread } from './unread-bodies.ts'
import { answerUnreadable } from './unreadable.ts'
import { serveUpgrades } from './upgrades.ts'

const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 8_500
const SLOW_AFTER_MS = 20_000
const CHECK_INTERVAL_MS = 1_000
/** Longest time in which a stop still accepts connections. */
const ACCEPT_MS = 1_000

interface HttpServerOptions {
  /** Milliseconds for which a client may receive nothing of a response. */
  readonly slowAfterMs?: number
  /** Called for each client that was disconnected for this. */
  readonly onSlowConsumer?: () => void
}

/**
 * Creates an HTTP server that disconnects slow clients. A request must be complete within 10 s (headers in 5 s, all in 8.5 s, checked
 * every second). A client may receive nothing of a response for at most `slowAfterMs`. Few refused bodies are read.
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

/** Listens and returns the URL. Throws if the port is in use. */
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

/**
 * Reads the requests that have arrived: closing would reset connections that wait to be accepted, which takes a turn of the event loop
 * each, and idle ones.
 */
async function readArrived(server: Server): Promise<void> {
  let isNew = true
  const accepted = () => {
    isNew = true
  }
  server.on('connection', accepted)
  for (const end = performance.now() + ACCEPT_MS; isNew && performance.now() < end; ) {
    isNew = false
    // The first one ends the present turn.
    for (let turn = 0; turn < 2; turn++) await setImmediate()
  }
  server.off('connection', accepted)
}

/** Accepts no new connections, waits at most `graceMs` for running requests, then closes the others. */
export async function stopServing(server: Server, graceMs: number): Promise<void> {
  await readArrived(server)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(cut)
}
