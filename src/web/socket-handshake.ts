import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { HttpProblem } from '../slice/problem.ts'
import type { SignedInUser } from '../slice/route.ts'
import type { SessionReader } from '../slice/sessions.ts'
import { clientOfRequest } from './limits.ts'
import { problemOf, sendProblem } from './problems.ts'
import { isOwnOrigin } from './security.ts'
import type { Seat, SocketCounts } from './socket-counts.ts'
import type { SocketFailure, SocketFailures } from './socket-failures.ts'
import { isUpgrade, takeOver, type Upgrade } from './upgrades.ts'

/** A connection that may become a WebSocket. */
export interface AcceptedHandshake extends Upgrade {
  readonly req: IncomingMessage
  readonly user: SignedInUser
}

interface HandshakeDependencies {
  readonly sessions: Pick<SessionReader, 'ofCookieHeader'>
  readonly counts: SocketCounts
  readonly failures: SocketFailures
  readonly publicUrl: string | undefined
  isClosing(): boolean
  accept(handshake: AcceptedHandshake): void
}

/** The only accepted query. Engine.IO would also accept other versions, polling and its own session ids. */
const QUERY = { EIO: '4', transport: 'websocket' }
const CLOSING = 'The game is about to restart. Please try again in a moment.'
const TOO_MANY = 'Too many pages are connected from here. This one looks for news by itself.'
const RETRY_AFTER_SECONDS = 30

/**
 * Checks a request for a socket before the upgrade: its form, origin, number of sockets of the address, session, and number of sockets of
 * the user. A refused request gets a problem response like any other.
 */
export function createHandshake(dependencies: HandshakeDependencies): RequestHandler {
  const { sessions, counts, failures, publicUrl, isClosing, accept } = dependencies
  const publicOrigin = publicUrl ? new URL(publicUrl).origin : undefined

  function refuse(res: Response, why: SocketFailure, problem: HttpProblem): void {
    failures.note(why)
    sendProblem(res, problem)
  }

  async function acceptWithSeat(req: Request, res: Response, seat: Seat): Promise<void> {
    const user = await sessions.ofCookieHeader(req.headers.cookie)
    if (!user) return refuse(res, 'signed_out', new HttpProblem(401, 'Not authenticated'))
    if (isClosing()) return sendProblem(res, new HttpProblem(503, CLOSING, { retryAfterSeconds: 2 }))
    if (!seat.isFor(user.id)) return refuse(res, 'user_limit', tooMany())
    const connection = takeOver(req, res)
    if (connection) accept({ ...connection, req: withoutQuery(req), user })
  }

  return async (req, res) => {
    if (req.path !== '/') return sendProblem(res, new HttpProblem(404, 'There is nothing here'))
    if (!isUpgrade(req)) {
      res.setHeader('Upgrade', 'websocket')
      return refuse(res, 'malformed', new HttpProblem(426, 'This address takes WebSockets only'))
    }
    if (isClosing()) return sendProblem(res, new HttpProblem(503, CLOSING, { retryAfterSeconds: 2 }))
    if (!isWellFormed(req)) return refuse(res, 'malformed', new HttpProblem(400, 'The request could not be read'))
    if (!isOwnOrigin(req.headers['sec-fetch-site'], req.headers.origin, req.headers.host, publicOrigin))
      return refuse(res, 'origin', new HttpProblem(403, 'This request came from another site'))
    const seat = counts.take(clientOfRequest(req))
    if (typeof seat === 'string') return refuse(res, seat, tooMany())
    // The seat is freed only when the connection ends, in every case.
    req.socket.once('close', seat.leave)
    try {
      await acceptWithSeat(req, res, seat)
    } catch (error) {
      refuse(res, 'store', problemOf(error))
    }
  }
}

const tooMany = (): HttpProblem => new HttpProblem(429, TOO_MANY, { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Whether a request meets RFC 6455, which `ws` would otherwise refuse without a problem, and has the query of our pages. */
function isWellFormed({ method, headers, originalUrl }: Request): boolean {
  const query = new URLSearchParams(originalUrl.split('?')[1] ?? '')
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-protocol'] === undefined &&
    !query.has('sid') &&
    Object.entries(QUERY).every(([name, value]) => query.getAll(name).join() === value)
  )
}

/** Returns the request without further query parameters. */
function withoutQuery(req: Request): IncomingMessage {
  req.url = `/socket.io/?${new URLSearchParams(QUERY)}`
  return req
}
