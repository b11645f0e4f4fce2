import type { Request, Response } from 'express'
import type { NodeSessions } from '../../slice/sessions.ts'
import type { Accounts } from './commands.ts'
import { clientOf } from './ip.ts'
import { sessionTokenOf, setSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

/** Reads the session of requests and socket handshakes for the web layer. */
export function createSessionReader({
  sessions,
  accounts,
}: {
  sessions: Sessions
  accounts: Pick<Accounts, 'stateOf'>
}): NodeSessions {
  async function ofToken(token: string | null, onRenewed: (token: string) => void, ip?: string) {
    const found = token === null ? null : await sessions.find(token, ip)
    if (!token || !found) return null
    // After a registration the read model may lag or be paused; the log contains the name.
    const username = found.username ?? (await accounts.stateOf(found.userId))?.username ?? null
    if (username === null) return null
    if (found.renewed) onRenewed(token)
    return { id: found.userId, username, role: found.role, sessionId: found.sessionId }
  }

  return {
    ofRequest: (req: Request, res: Response) =>
      ofToken(
        sessionTokenOf(req.headers.cookie, req.secure),
        (token) => setSessionCookie(req, res, token),
        clientOf(req.ip),
      ),
    ofCookieHeader: (cookie) => ofToken(sessionTokenOf(cookie), () => undefined),
    rolesOf: sessions.rolesOf,
    onEnded: sessions.onEnded,
    keepWhile: sessions.keepWhile,
    forget: sessions.forget,
  }
}
