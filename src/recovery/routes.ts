import * as z from 'zod/mini'
import type { Visitor } from '../accounts/commands.ts'
import { secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from '../accounts/problems.ts'
import type { Wrote } from '../accounts/wrote.ts'
import { Message } from '../contracts/accounts.ts'
import { Id, paged } from '../contracts/common.ts'
import { PAGE } from '../contracts/pages.ts'
import {
  AskAdministrator,
  ConfirmEmail,
  ForgotPassword,
  GetSecurityQuestion,
  RecoveryChange,
  RecoveryProfile,
  ResetPassword,
  ResetRequest,
  SecurityQuestion,
  SecurityResetPassword,
  SelfResetPassword,
} from '../contracts/recovery.ts'
import { HttpProblem, wrongField } from '../slice/problem.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type RouteDefinition, type RouteInput, route } from '../slice/route.ts'
import { allowances } from './allowances.ts'
import type { Recovery } from './commands.ts'
import { resetRequests, securityQuestionOf } from './queries.ts'

export interface RecoveryRouteDependencies {
  readonly db: ReadDb
  readonly recovery: Recovery
  /** Who asks, by address and browser. */
  visitorOf(input: Pick<RouteInput<undefined, undefined, undefined>, 'req' | 'ip'>): Visitor
  readonly waitFor: WaitFor
}

const tags = ['Recovery']
const done = { message: 'Password reset successful' }
const wrote = (of: { readonly wrote?: Wrote | undefined }) => (of.wrote ? { wrote: of.wrote } : {})

/** One text for tokens that are unknown, used or over (docs/rules.md R110). */
const tokenProblem = (): HttpProblem => new HttpProblem(400, 'Invalid or expired reset token. Please try again.')

/** Ways back in, what they need, and the administrators' part of it. */
export function recoveryRoutes(dependencies: RecoveryRouteDependencies): readonly RouteDefinition[] {
  return [...mails(dependencies), ...secrets(dependencies), ...profile(dependencies), ...administration(dependencies)]
}

function mails({ recovery }: RecoveryRouteDependencies): RouteDefinition[] {
  return [
    route({
      method: 'post',
      path: '/api/auth/forgot-password',
      access: 'public',
      summary:
        'Asks for a mail with a link that sets a new password; the answer is the same for every name, and the mail goes only to the confirmed address of the account',
      tags,
      body: ForgotPassword,
      responses: { 200: Message },
      takes: [],
      async handle({ body, ip, context }) {
        await recovery.forgot(body, ip, context.at)
        return { body: { message: 'If that account has a confirmed e-mail address, a link is on its way.' } }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/reset-password',
      access: 'public',
      summary: 'Sets a new password with the token of a mail, which works once, for 60 minutes; ends all sessions',
      tags,
      body: ResetPassword,
      responses: { 200: Message },
      takes: [],
      async handle({ body: { token, newPassword }, ip, context }) {
        const reset = await recovery.resetByToken(token, newPassword, ip, context)
        if (!reset.ok) throw tokenProblem()
        return { body: done, ...wrote(reset) }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/request-admin-reset',
      access: 'public',
      summary: 'Asks the administrators for a new password; the answer is the same for every name',
      tags,
      body: AskAdministrator,
      responses: { 200: Message },
      takes: [],
      async handle({ body, ip, context }) {
        await recovery.askAdministrator(body, ip, context.at)
        return { body: { message: 'An administrator will look at your request.' } }
      },
    }),
  ]
}

function secrets({ db, recovery, visitorOf, waitFor }: RecoveryRouteDependencies): RouteDefinition[] {
  return [
    route({
      method: 'post',
      path: '/api/auth/self-reset-password',
      access: 'public',
      summary: 'Sets a new password with the present one, which counts as a login; ends all sessions',
      tags,
      body: SelfResetPassword,
      responses: { 200: Message },
      problems: [401],
      takes: [],
      async handle({ body, context, ...asked }) {
        const reset = await recovery.resetByPassword(body, visitorOf(asked), context)
        if (!reset.ok) throw await secretRefusal(waitFor, reset)
        return { body: done, ...wrote(reset) }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/get-security-question',
      access: 'public',
      summary: 'The question of an account; the same 404 for those without one and for names that nobody has',
      tags,
      body: GetSecurityQuestion,
      responses: { 200: SecurityQuestion },
      problems: [404],
      takes: [],
      async handle({ body: { username }, ip, context }) {
        const question = await securityQuestionOf(db, await recovery.mayAskQuestion(username, ip, context.at))
        if (question === null) throw new HttpProblem(404, 'No security question found')
        return { body: { securityQuestion: question } }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/security-reset-password',
      access: 'public',
      summary:
        'Sets a new password with the answer to the question: three tries a day and account, each a login; ends all sessions',
      tags,
      body: SecurityResetPassword,
      responses: { 200: Message },
      problems: [401],
      takes: [],
      async handle({ body, context, ...asked }) {
        const reset = await recovery.resetByAnswer(body, visitorOf(asked), context)
        if (!reset.ok) throw await secretRefusal(waitFor, reset, 'Invalid username or answer')
        return { body: done, ...wrote(reset) }
      },
    }),
  ]
}

function profile({ recovery, visitorOf, waitFor }: RecoveryRouteDependencies): RouteDefinition[] {
  return [
    route({
      method: 'put',
      path: '/api/profile',
      access: 'user',
      summary:
        'Changes e-mail address, security question and answer; what is there already changes with the present password only',
      tags: ['Profile'],
      body: RecoveryChange,
      responses: { 200: RecoveryProfile },
      takes: [allowances.recoveryChanges],
      async handle({ body, user, context, ip, req }) {
        const changed = await recovery.change(user, body, visitorOf({ req, ip }), context)
        if (changed.ok) return { body: changed.profile, ...wrote(changed) }
        switch (changed.rejected) {
          case 'password-needed':
            throw new HttpProblem(403, 'Please give your present password to change this')
          case 'answer-needed':
            throw wrongField('securityAnswer', 'A question needs its answer, and an answer its question')
          case 'bad-answer':
            throw wrongField('securityAnswer', changed.detail)
          default:
            throw await secretRefusal(waitFor, changed, WRONG_PRESENT_PASSWORD)
        }
      },
    }),
    route({
      method: 'post',
      path: '/api/profile/email/confirm',
      access: 'user',
      summary: 'Confirms the e-mail address with the token that was sent there; it works once, for 24 hours',
      tags: ['Profile'],
      body: ConfirmEmail,
      responses: { 200: RecoveryProfile },
      takes: [allowances.recoveryChanges],
      async handle({ body: { token }, user, context }) {
        const confirmed = await recovery.confirmEmail(user, token, context)
        if (!confirmed.ok) throw new HttpProblem(400, 'Invalid or expired link. Please ask for another one.')
        return { body: confirmed.profile, ...wrote(confirmed) }
      },
    }),
  ]
}

function administration({ db, recovery }: RecoveryRouteDependencies): RouteDefinition[] {
  const adminTags = ['Administration']
  return [
    route({
      method: 'get',
      path: '/api/admin/reset-requests',
      access: 'admin',
      summary: 'Who has asked for a new password and waits for it, longest first',
      tags: adminTags,
      query: z.object(paged(PAGE.resetRequests)),
      responses: { 200: z.array(ResetRequest) },
      isPaged: true,
      async handle({ query }) {
        const { requests, total } = await resetRequests(db, query)
        return { body: requests, total }
      },
    }),
    route({
      method: 'delete',
      path: '/api/admin/reset-requests/:id',
      access: 'admin',
      summary: 'Takes a request off the list without a new password',
      tags: adminTags,
      params: z.object({ id: Id }),
      responses: { 204: null },
      problems: [404],
      async handle({ params: { id }, context }) {
        const dismissed = await recovery.dismiss(id, context)
        if (!dismissed.ok) throw new HttpProblem(404, 'There is no such request')
        return { status: 204, ...wrote(dismissed) }
      },
    }),
  ]
}
