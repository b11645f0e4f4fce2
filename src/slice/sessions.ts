import type { Request, Response } from 'express'
import type { SessionUser, SignedInUser } from './route.ts'

/** Session queries of the web layer, implemented by the area `accounts`. */
export interface SessionReader {
  /** The session of a request's cookie, with its sliding expiry renewed; null when there is none or it has ended. */
  ofRequest(req: Request, res: Response): Promise<SignedInUser | null>
  /** The session named by a raw Cookie header, for socket handshakes. */
  ofCookieHeader(cookie: string | undefined): Promise<SignedInUser | null>
}

/** Ended sessions: one, or all of a user except the named one. */
export interface EndedSessions {
  readonly userId: number
  readonly sessionId: string | null
  readonly exceptSessionId: string | null
}

/** Session queries of sockets, which stay open after their cookie was checked. */
export interface SocketSessions extends Pick<SessionReader, 'ofCookieHeader'> {
  /** Present roles of the users by session, without ended sessions. Renews nothing. */
  rolesOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionUser['role']>>
}

/** Sessions as a node uses them. */
export interface NodeSessions extends SessionReader, SocketSessions {
  /** Calls the listener for sessions that this process has ended. */
  onEnded(listener: (ended: EndedSessions) => void): void
  /** Answers from memory while `knows` returns true: then every ended session has been passed to `forget`. */
  keepWhile(knows: () => boolean): void
  /** Forgets sessions that another process has ended; null: any may have ended. */
  forget(ended: EndedSessions | null): void
}
