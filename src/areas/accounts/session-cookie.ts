import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'
import { SLIDING_MS } from './sessions.ts'

const NAME = 'plp_session'
/** Browsers accept this name only over https and only for this host (docs/threats.md T6). */
const SECURE_NAME = '__Host-plp_session'

/**
 * The session token of a raw Cookie header. Over https only the protected name is read; if unknown (sockets), either.
 */
export function sessionTokenOf(header: string | undefined, secure?: boolean): string | null {
  if (!header) return null
  const cookies = parseCookie(header)
  const token = secure === false ? cookies[NAME] : (cookies[SECURE_NAME] ?? (secure ? undefined : cookies[NAME]))
  return token || null
}

/** Sets the session cookie for the sliding lifetime of a session. */
export function setSessionCookie(req: Request, res: Response, token: string): void {
  res.append('Set-Cookie', cookieOf(req.secure, token, SLIDING_MS / 1_000))
}

/** Clears the session cookie. */
export function clearSessionCookie(req: Request, res: Response): void {
  res.append('Set-Cookie', cookieOf(req.secure, '', 0))
}

function cookieOf(secure: boolean, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: secure ? SECURE_NAME : NAME,
    value,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge,
  })
}
