import type { Database } from '../../database/database.ts'
import type { RouteInput, RouteResult } from '../../slice/route.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { currentUser, type ScoreOf } from './queries.ts'
import { sessionTokenOf, setSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'
import type { SignedIn } from './shapes.ts'

interface SignInAnswerDependencies {
  readonly database: Pick<Database, 'db'>
  readonly sessions: Pick<Sessions, 'end'>
  readonly deviceCookie: Pick<DeviceCookie, 'write'>
  readonly scoreOf: ScoreOf
}

/** The response of a sign-in: sets the cookies. A session in the request's cookie ends (T4). */
export function createSignInAnswer({ database, sessions, deviceCookie, scoreOf }: SignInAnswerDependencies) {
  return async (
    outcome: SignedIn,
    { req, res }: Pick<RouteInput<undefined, undefined, undefined>, 'req' | 'res'>,
  ): Promise<RouteResult> => {
    const old = sessionTokenOf(req.headers.cookie, req.secure)
    if (old !== null) await sessions.end(old)
    setSessionCookie(req, res, outcome.token)
    deviceCookie.write(req, res, outcome.device)
    const { userId: id, username, role, wrote } = outcome
    return { body: () => currentUser(database.db, scoreOf, { id, username, role }), wrote }
  }
}

export type SignInAnswer = ReturnType<typeof createSignInAnswer>
