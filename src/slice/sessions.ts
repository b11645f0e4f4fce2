import type { Request, Response } from 'express'
import type { SessionUser, SignedInUser } from './route.ts'

/** What the web layer asks of sessions; made by src/accounts. */
export interface SessionReader {
  /** The session of a request's cookie, its sliding life renewed; null when there is none or it has ended. */
  ofRequest(req: Request, res: Response): Promise<SignedInUser | null>
  /** The session named by a raw Cookie header, for socket handshakes. */
  ofCookieHeader(cookie: string | undefined): Promise<SignedInUser | null>
}

/** Sessions that have ended: one, or all of a user (but the named one). */
export interface EndedSessions {
  readonly userId: number
  readonly sessionId: string | null
  readonly exceptSessionId: string | null
}

/** What sockets ask of sessions as well: they outlive the look at their cookie. */
export interface SocketSessions extends Pick<SessionReader, 'ofCookieHeader'> {
  /** The present roles of sessions' users, by session; without those sessions that have ended. Renews nothing. */
  rolesOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionUser['role']>>
}

/** Sessions as a node uses them. */
export interface NodeSessions extends SessionReader, SocketSessions {
  /** Calls the listener for sessions that this process has ended. */
  onEnded(listener: (ended: EndedSessions) => void): void
}
