import { finished } from 'node:stream'
import * as z from 'zod/mini'
import { EndedOthers, OwnDeletion, OwnExport, OwnPasswordChange, OwnSession, SessionId } from '../contracts/account.ts'
import { Message } from '../contracts/accounts.ts'
import { HttpProblem } from '../slice/problem.ts'
import { type RouteDefinition, route } from '../slice/route.ts'
import { allowances } from './allowances.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { Exports } from './export.ts'
import { createGate } from './gate.ts'
import type { OwnAccount } from './own-account.ts'
import { accountProblem, secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from './problems.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

export interface OwnRoutesDependencies {
  readonly exports: Exports
  readonly ownAccount: OwnAccount
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
      takes: [],
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
      takes: [],
      handle: async ({ user }) => ({ body: { ended: await sessions.endAll(user.id, user.sessionId) } }),
    }),
  ]
}

function accountItself({ ownAccount, sessions, deviceCookie, waitFor }: OwnRoutesDependencies): RouteDefinition[] {
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
      takes: [allowances.ownPasswords],
      isToldOnce: true,
      async handle({ body: given, user, context, req, res, ip }) {
        const changed = await ownAccount.changePassword(user, given, deviceCookie.visitorOf({ req, ip }), context)
        if (!changed.ok) throw await secretRefusal(waitFor, changed, WRONG_PRESENT_PASSWORD)
        const body = async () => {
          // Last of all: what this page asks meanwhile still comes with the old cookie.
          const token = await sessions.renew(user.sessionId)
          if (token !== null) setSessionCookie(req, res, token)
          return { message: 'Your password was changed, and all other sessions have ended' }
        }
        return { body, ...(changed.wrote ? { wrote: changed.wrote } : {}) }
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
      takes: [],
      async handle({ body: { password }, user, context, req, res, ip }) {
        const deleted = await ownAccount.delete(user, password, deviceCookie.visitorOf({ req, ip }), context)
        if (!deleted.ok) {
          const { rejected } = deleted
          if (rejected === 'wrong' || rejected === 'locked' || rejected === 'not-yet')
            throw await secretRefusal(waitFor, { ...deleted, rejected }, WRONG_PRESENT_PASSWORD)
          throw accountProblem(rejected)
        }
        clearSessionCookie(req, res)
        return { status: 204, ...(deleted.wrote ? { wrote: deleted.wrote } : {}) }
      },
    }),
  ]
}

/** A node makes one export at a time, and sends a player one: each reads and holds all that somebody has ever done. */
function exportRoute({ exports }: OwnRoutesDependencies): RouteDefinition {
  const gate = createGate(1, MOST_WAITING)
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
      underWay.add(userId)
      finished(res, () => underWay.delete(userId))
      const passed = await gate.pass(() => exports.of({ userId, username, at }))
      if (!passed)
        throw new HttpProblem(503, 'Too many people are asking for their data right now. Please try again.', {
          retryAfterSeconds: 10,
        })
      return { body: passed.value, file: `plp-${username}.json` }
    },
  })
}
