import { finished } from 'node:stream'
import PQueue from 'p-queue'
import * as z from 'zod/mini'
import type { CommandContext } from '../../kernel/command-handler.ts'
import { acceptedOr, HttpProblem } from '../../slice/problem.ts'
import { type RouteDefinition, route, type SignedInUser } from '../../slice/route.ts'
import { type Accounts, quotas, type Visitor } from './commands.ts'
import { EndedOthers, Message, OwnDeletion, OwnExport, OwnPasswordChange, OwnSession, SessionId } from './contract.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { Exports } from './export.ts'
import { accountProblem, secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from './problems.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

export interface OwnRoutesDependencies {
  readonly exports: Exports
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly deviceCookie: DeviceCookie
  readonly waitFor: WaitFor
}

const tags = ['Own account']
/** Exports that wait for the one being made. */
const MOST_WAITING = 20

/** What players see of their own account and do with it: sessions, password, a copy of everything, the end. */
export function ownRoutes(dependencies: OwnRoutesDependencies): RouteDefinition[] {
  return [...sessionRoutes(dependencies), ...accountItself(dependencies), exportRoute(dependencies)]
}

function sessionRoutes({ sessions }: OwnRoutesDependencies): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/api/user/sessions',
      access: 'user',
      summary: 'Where the reader is signed in, the latest use first; 50 at most',
      tags,
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
      summary: 'Ends one of the own sessions and its sockets; the present one signs out',
      tags,
      params: z.object({ id: SessionId }),
      responses: { 204: null },
      problems: [404],
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
      summary: 'Ends all own sessions but the present one',
      tags,
      responses: { 200: EndedOthers },
      consumes: [],
      handle: async ({ user }) => ({ body: { ended: await sessions.endAll(user.id, user.sessionId) } }),
    }),
  ]
}

function accountItself({ accounts, sessions, deviceCookie, waitFor }: OwnRoutesDependencies): RouteDefinition[] {
  async function prove(user: SignedInUser, password: string, visitor: Visitor, context: CommandContext) {
    const proven = await accounts.proveOwn(user, password, visitor, context)
    if (!proven.ok) throw await secretRefusal(waitFor, proven, WRONG_PRESENT_PASSWORD)
    return proven.credential
  }

  return [
    route({
      method: 'post',
      path: '/api/user/password',
      access: 'user',
      summary:
        'Sets a new password with the present one, which counts as a login; ends all other sessions, and this one goes on under a new cookie. An `Idempotency-Key` is not looked at',
      tags,
      body: OwnPasswordChange,
      responses: { 200: Message },
      consumes: [quotas.ownPasswords],
      isSecret: true,
      async handle({ body: given, user, context, req, res, ip }) {
        const visitor = deviceCookie.visitorOf({ req, ip })
        const { passwordHash: replaces } = await prove(user, given.currentPassword, visitor, context)
        const more = { keeps: user.sessionId, replaces, visitor }
        const changed = await accounts.setPassword(user.id, given.newPassword, 'self', context, more)
        // The account was deleted meanwhile, or has another password: then none or this one is not right.
        if (!changed.ok) throw new HttpProblem(401, WRONG_PRESENT_PASSWORD)
        const body = async () => {
          // Last of all: what this page asks meanwhile still comes with the old cookie.
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
      summary: 'Deletes the own account with all that is its owner’s, and signs out; 409 for the last administrator',
      tags,
      body: OwnDeletion,
      responses: { 204: null },
      problems: [409],
      // An account ends once.
      consumes: [],
      async handle({ body: { password }, user, context, req, res, ip }) {
        await prove(user, password, deviceCookie.visitorOf({ req, ip }), context)
        const wrote = acceptedOr(accountProblem)(await accounts.deleteUser(user.id, context, { isOwn: true }))
        clearSessionCookie(req, res)
        return { status: 204, wrote }
      },
    }),
  ]
}

/** A node makes one export at a time, and sends a player one: each reads and holds all that somebody has ever done. */
function exportRoute({ exports }: OwnRoutesDependencies): RouteDefinition {
  const queue = new PQueue({ concurrency: 1 })
  /** Who waits for their copy, or is being sent it. */
  const underWay = new Set<number>()
  return route({
    method: 'get',
    path: '/api/user/export',
    access: 'user',
    summary: 'All that the game holds about the reader, as one file',
    tags,
    responses: { 200: OwnExport },
    async handle({ user: { id: userId, username }, context: { at }, res }) {
      if (underWay.has(userId))
        throw new HttpProblem(429, 'Your copy is on its way. Please wait for it.', { retryAfterSeconds: 5 })
      if (queue.size >= MOST_WAITING)
        throw new HttpProblem(503, 'Too many people are asking for their data right now. Please try again.', {
          retryAfterSeconds: 10,
        })
      underWay.add(userId)
      finished(res, () => underWay.delete(userId))
      return { body: await queue.add(() => exports.of({ userId, username, at })), file: `plp-${username}.json` }
    },
  })
}
