import * as z from 'zod/mini'
import { Id, paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { withinRequest } from '../../kernel/deadline.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, type RouteInput, route, tagged } from '../../slice/route.ts'
import type { Visitor } from '../accounts/commands.ts'
import { Message } from '../accounts/contract.ts'
import { secretRefusal, type WaitFor } from '../accounts/problems.ts'
import { quotas, type Recovery } from './commands.ts'
import {
  AdminResetRequest,
  ConfirmEmail,
  ForgotPassword,
  GetSecurityQuestion,
  RecoveryProfile,
  ResetPassword,
  ResetRequest,
  SecurityQuestion,
  SecurityResetPassword,
  SelfResetPassword,
} from './contract.ts'
import { resetRequests, securityQuestionOf } from './queries.ts'

interface RecoveryRouteDependencies {
  readonly db: ReadDb
  readonly recovery: Recovery
  /** Returns the client, by address and browser. */
  visitorOf(input: Pick<RouteInput<undefined, undefined, undefined>, 'req' | 'ip'>): Visitor
  readonly waitFor: WaitFor
}

/** Maximum wait for the projection of new requests, in milliseconds. */
const WAIT_MS = 1_000
const done = { message: 'Password reset successful' }

/** Routes of account recovery, for users and administrators. */
export function recoveryRoutes(dependencies: RecoveryRouteDependencies): readonly RouteDefinition[] {
  return [...mails(dependencies), ...secrets(dependencies), ...profile(dependencies), ...administration(dependencies)]
}

function mails({ recovery, visitorOf }: RecoveryRouteDependencies): RouteDefinition[] {
  return tagged('Recovery', [
    route({
      method: 'post',
      path: '/api/auth/forgot-password',
      access: 'public',
      summary:
        'Requests a mail with a link that sets a new password. The response is the same for every username. The mail goes to the confirmed address of the account only, at most five in 30 minutes',
      body: ForgotPassword,
      responses: { 200: Message },
      consumes: [],
      async handle({ body, ip, context }) {
        await recovery.forgot(body, ip, context.at)
        return { body: { message: 'If that account has a confirmed email address, a link is on its way.' } }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/reset-password',
      access: 'public',
      summary: 'Sets a new password with the token of a mail, which works once, for 60 minutes; ends all sessions',
      body: ResetPassword,
      responses: { 200: Message },
      consumes: [],
      async handle({ body: { token, newPassword }, context, ...input }) {
        return { body: done, wrote: await recovery.resetByToken(token, newPassword, visitorOf(input), context) }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/request-admin-reset',
      access: 'public',
      summary: 'Asks the administrators for a new password. The response is the same for every username',
      body: AdminResetRequest,
      responses: { 200: Message },
      consumes: [],
      async handle({ body, ip, context }) {
        await recovery.requestAdminReset(body, ip, context.at)
        return { body: { message: 'An administrator will look at your request.' } }
      },
    }),
  ])
}

function secrets({ db, recovery, visitorOf, waitFor }: RecoveryRouteDependencies): RouteDefinition[] {
  return tagged('Recovery', [
    route({
      method: 'post',
      path: '/api/auth/self-reset-password',
      access: 'public',
      summary: 'Sets a new password with the present one, which counts as a login; ends all sessions',
      body: SelfResetPassword,
      responses: { 200: Message },
      problems: [401],
      consumes: [],
      async handle({ body, context, ...input }) {
        const reset = await recovery.resetByPassword(body, visitorOf(input), context)
        if (!reset.ok) throw await secretRefusal(waitFor, reset)
        return { body: done, wrote: reset }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/get-security-question',
      access: 'public',
      summary: 'The security question of an account; the same 404 for accounts without one and for unknown usernames',
      body: GetSecurityQuestion,
      responses: { 200: SecurityQuestion },
      problems: [404],
      consumes: [],
      async handle({ body: { username }, ip, context }) {
        const question = await securityQuestionOf(db, await recovery.accountKeyForQuestion(username, ip, context.at))
        if (question === null) throw new HttpProblem(404, 'No security question found')
        return { body: { securityQuestion: question } }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/security-reset-password',
      access: 'public',
      summary:
        'Sets a new password with the answer to the security question, and ends all sessions. A wrong answer counts as a failed login. Each trusted browser has three attempts a day; all others share three, then 429',
      body: SecurityResetPassword,
      responses: { 200: Message },
      problems: [401],
      consumes: [],
      async handle({ body, context, ...input }) {
        const reset = await recovery.resetByAnswer(body, visitorOf(input), context)
        if (!reset.ok) throw await secretRefusal(waitFor, reset, 'Invalid username or answer')
        return { body: done, wrote: reset }
      },
    }),
  ])
}

function profile({ recovery }: RecoveryRouteDependencies): RouteDefinition[] {
  return tagged('Profile', [
    route({
      method: 'post',
      path: '/api/profile/email/confirm',
      access: 'user',
      summary: 'Confirms the e-mail address with the token of the mail, which works once, for 24 hours',
      body: ConfirmEmail,
      responses: { 200: RecoveryProfile },
      consumes: [quotas.recoveryChanges],
      async handle({ body: { token }, user, context }) {
        const { profile, wrote } = await recovery.confirmEmail(user, token, context)
        return { body: profile, wrote }
      },
    }),
  ])
}

function administration({ db, recovery, waitFor }: RecoveryRouteDependencies): RouteDefinition[] {
  return tagged('Administration', [
    route({
      method: 'get',
      path: '/api/admin/reset-requests',
      access: 'admin',
      summary: 'Pending requests for a new password, oldest first',
      query: z.object(paged(PAGE.resetRequests)),
      responses: { 200: z.array(ResetRequest) },
      isPaged: true,
      async handle({ query }) {
        const { position, types } = await recovery.grantStored()
        if (position !== null) await waitFor(position, types, withinRequest(WAIT_MS))
        return resetRequests(db, query)
      },
    }),
    route({
      method: 'delete',
      path: '/api/admin/reset-requests/:id',
      access: 'admin',
      summary: 'Dismisses a request without a new password',
      params: z.object({ id: Id }),
      responses: { 204: null },
      handle: async ({ params: { id }, context }) => ({ status: 204, wrote: await recovery.dismiss(id, context) }),
    }),
  ])
}
