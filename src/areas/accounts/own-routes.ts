import { finished } from 'node:stream'
import PQueue from 'p-queue'
import * as z from 'zod/mini'
import type { CommandContext } from '../../kernel/command-handler.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type Route, type RouteDefinition, route, type SignedInUser, tagged } from '../../slice/route.ts'
import type { PasswordChange } from './account-decider.ts'
import { type Accounts, quotas, type Visitor } from './commands.ts'
import { EndedOthers, Message, OwnDeletion, OwnExport, OwnPasswordChange, OwnSession, SessionId } from './contract.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { Exports } from './export.ts'
import { accountProblem, NEEDS_PASSWORD, secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from './problems.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'
import type { PasswordMore } from './shapes.ts'

export interface OwnRoutesDependencies {
  readonly exports: Exports
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly deviceCookie: DeviceCookie
  readonly waitFor: WaitFor
}

/** Maximum number of exports that wait for the one in progress. */
const MAX_WAITING = 20

/** Routes for a player's own account: sessions, password, export and deletion. */
export function ownRoutes(dependencies: OwnRoutesDependencies): RouteDefinition[] {
  return tagged('Own account', [
    ...sessionRoutes(dependencies),
    ...accountItself(dependencies),
    exportRoute(dependencies),
  ])
}

function sessionRoutes({ sessions }: OwnRoutesDependencies): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/user/sessions',
      access: 'user',
      summary: 'The reader’s sessions, most recently used first; at most 50',
      responses: { 200: z.array(OwnSession) },
      async handle({ user: { id, sessionId } }) {
        const all = await sessions.listOf(id)
        return {
          body: all.map(({ device, ...session }) => ({
            ...session,
            device: device ?? 'Unknown device',
            isCurrent: session.id === sessionId,
          })),
        }
      },
    }),
    route({
      method: 'delete',
      path: '/api/user/sessions/:id',
      access: 'user',
      summary: 'Ends one of the reader’s sessions and its sockets; ending the current one signs out',
      params: z.object({ id: SessionId }),
      responses: { 204: null },
      consumes: [],
      async handle({ params, user, req, res }) {
        if (!(await sessions.endOne(user.id, params.id))) throw new HttpProblem(404, 'That session has ended already')
        if (params.id === user.sessionId) clearSessionCookie(req, res)
        return { status: 204 }
      },
    }),
    route({
      method: 'post',
      path: '/api/user/sessions/end-others',
      access: 'user',
      summary: 'Ends all of the reader’s sessions except the current one',
      responses: { 200: EndedOthers },
      consumes: [],
      handle: async ({ user }) => ({ body: { ended: await sessions.endAll(user.id, user.sessionId) } }),
    }),
  ]
}

function accountItself({ accounts, sessions, deviceCookie, waitFor }: OwnRoutesDependencies): Route[] {
  async function prove(user: SignedInUser, password: string, visitor: Visitor, context: CommandContext) {
    const proven = await accounts.proveOwn(user, password, visitor, context)
    if (!proven.ok) throw await secretRefusal(waitFor, proven, WRONG_PRESENT_PASSWORD)
    return proven.credential
  }

  /** Proves the right to a new password: by the current one, or by a passkey that has just opened the session. */
  async function provenChange(
    password: string | undefined,
    user: SignedInUser,
    visitor: Visitor,
    context: CommandContext,
  ): Promise<PasswordMore & { readonly how: PasswordChange }> {
    if (password !== undefined)
      return { how: 'self', replaces: (await prove(user, password, visitor, context)).passwordHash }
    const claim = async () => (await sessions.recentSignIn(user.sessionId)) === 'passkey'
    if (!(await claim())) throw new HttpProblem(403, NEEDS_PASSWORD)
    return { how: 'passkey', claim }
  }

  return [
    route({
      method: 'post',
      path: '/api/user/password',
      access: 'user',
      summary:
        'Sets a new password. The current one is required and counts as a login; only within 15 minutes of signing in with a passkey it is not needed. Ends all other sessions; this one continues with a new cookie. Ignores an `Idempotency-Key`',
      body: OwnPasswordChange,
      responses: { 200: Message },
      consumes: [quotas.ownPasswords],
      isSecret: true,
      async handle({ body: passwords, user, context, req, res, ip }) {
        const visitor = deviceCookie.visitorOf({ req, ip })
        const { how, ...proof } = await provenChange(passwords.currentPassword, user, visitor, context)
        const more = { keeps: user.sessionId, ...proof, visitor }
        const changed = await accounts.setPassword(user.id, passwords.newPassword, how, context, more)
        // The account was deleted, or its password or the passkey changed meanwhile, so the proof is no longer valid.
        if (!changed.ok) throw new HttpProblem(401, WRONG_PRESENT_PASSWORD)
        const body = async () => {
          // Renews last: requests that this page sends meanwhile still carry the old cookie.
          const token = await sessions.renew(user.sessionId)
          if (token !== null) setSessionCookie(req, res, token)
          return { message: 'Your password was changed, and all other sessions have ended' }
        }
        return { body, wrote: changed }
      },
    }),
    route({
      method: 'delete',
      path: '/api/user',
      access: 'user',
      summary: 'Deletes the reader’s account and personal data, and signs out; 409 for the last administrator',
      body: OwnDeletion,
      responses: { 204: null },
      problems: [409],
      // An account can be deleted only once.
      consumes: [],
      async handle({ body: { password }, user, context, req, res, ip }) {
        await prove(user, password, deviceCookie.visitorOf({ req, ip }), context)
        const deleted = await accounts.deleteUser(user.id, context, { isOwn: true })
        // Another request may have deleted the account since the password was checked.
        if (!deleted.ok && deleted.rejected !== 'no-such-account') throw accountProblem(deleted.rejected)
        clearSessionCookie(req, res)
        return { status: 204, wrote: deleted.ok ? deleted : undefined }
      },
    }),
  ]
}

/**
 * A node creates one export at a time, and each player has at most one in progress. An export reads a player's whole
 * history into memory.
 */
function exportRoute({ exports }: OwnRoutesDependencies): Route {
  const queue = new PQueue({ concurrency: 1 })
  /** Users whose export is queued or being sent. */
  const inProgress = new Set<number>()
  return route({
    method: 'get',
    path: '/api/user/export',
    access: 'user',
    summary: 'All data that the game holds about the reader, as one file',
    responses: { 200: OwnExport },
    async handle({ user: { id: userId, username }, context: { at }, res }) {
      if (inProgress.has(userId))
        throw new HttpProblem(429, 'Your copy is on its way. Give it a moment.', { retryAfterSeconds: 5 })
      if (queue.size >= MAX_WAITING)
        throw new HttpProblem(503, 'Too many players are downloading their data right now. Try again in a moment.', {
          retryAfterSeconds: 10,
        })
      inProgress.add(userId)
      finished(res, () => inProgress.delete(userId))
      return { body: await queue.add(() => exports.of({ userId, username, at })), file: `plp-${username}.json` }
    },
  })
}
