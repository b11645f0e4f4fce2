import * as z from 'zod/mini'
import { paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import type { Database } from '../../database/database.ts'
import { tooMany, wrongField } from '../../slice/problem.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { type Accounts, quotas } from './commands.ts'
import {
  Credentials as CredentialsBody,
  CurrentUser,
  LockedAccount,
  Message,
  Registration,
  UnlockAccount,
} from './contract.ts'
import type { Lockouts } from './lockouts.ts'
import { type OwnRoutesDependencies, ownRoutes } from './own-routes.ts'
import { isTooLong } from './passwords.ts'
import { accountProblem, secretRefusal } from './problems.ts'
import { currentUser, listedLockoutKeys, lockedAccounts, type ScoreOf } from './queries.ts'
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts'
import type { SignInAnswer } from './sign-in-answer.ts'

interface AccountRoutesDependencies extends OwnRoutesDependencies {
  readonly database: Pick<Database, 'db'>
  readonly accounts: Accounts
  readonly lockouts: Lockouts
  readonly scoreOf: ScoreOf
  readonly answerSignIn: SignInAnswer
}

/** Routes for signing up, in and out, the current user, and the locks of addresses. */
export function accountRoutes(dependencies: AccountRoutesDependencies): RouteDefinition[] {
  return [...signingIn(dependencies), ...ownRoutes(dependencies), ...locks(dependencies)]
}

function signingIn({
  database,
  accounts,
  sessions,
  deviceCookie,
  scoreOf,
  answerSignIn,
  waitFor,
}: AccountRoutesDependencies): RouteDefinition[] {
  return tagged('Accounts', [
    route({
      method: 'post',
      path: '/api/register',
      access: 'public',
      summary: 'Creates an account and signs in; 429 after 300 attempts an hour from one address',
      body: Registration,
      responses: { 201: CurrentUser },
      problems: [409],
      consumes: [],
      async handle({ body, context, ip, req, res }) {
        const outcome = await accounts.register(
          { ...body, ...deviceCookie.visitorOf({ req, ip }) },
          { ...context, actor: null },
        )
        if (!outcome.ok) {
          const { rejected, until = context.at, at = context.at } = outcome
          throw rejected === 'too-many'
            ? tooMany('Too many accounts have been created from here.', until, at)
            : accountProblem(rejected)
        }
        return { ...(await answerSignIn(outcome, { req, res })), status: 201 }
      },
    }),
    route({
      method: 'post',
      path: '/api/login',
      access: 'public',
      summary:
        'Signs in. 429 with `Retry-After` from a locked address (5 failures in 15 minutes, or 30 an hour across three usernames). Also 429 after 25 failures within an hour for an account, except from browsers and addresses it has signed in from within 90 days',
      body: CredentialsBody,
      responses: { 200: CurrentUser },
      problems: [401],
      consumesItself: [quotas.signIns],
      async handle({ body, context, ip, req, res }) {
        if (isTooLong(body.password)) throw wrongField('password', 'Password is too long')
        const outcome = await accounts.login({ ...body, ...deviceCookie.visitorOf({ req, ip }) }, context)
        if (outcome.ok) return answerSignIn(outcome, { req, res })
        throw await secretRefusal(waitFor, outcome)
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/logout',
      access: 'public',
      summary: 'Ends the session',
      responses: { 204: null },
      consumes: [],
      async handle({ req, res }) {
        const token = sessionTokenOf(req.headers.cookie, req.secure)
        if (token !== null) await sessions.end(token)
        clearSessionCookie(req, res)
        return { status: 204 }
      },
    }),
    route({
      method: 'get',
      path: '/api/user',
      access: 'user',
      summary: 'The signed-in user',
      responses: { 200: CurrentUser },
      handle: async ({ user }) => ({ body: await currentUser(database.db, scoreOf, user) }),
    }),
  ])
}

function locks({ database, lockouts }: AccountRoutesDependencies): RouteDefinition[] {
  return tagged('Administration', [
    route({
      method: 'get',
      path: '/api/admin/locked-accounts',
      access: 'admin',
      summary: 'Addresses that are locked, or whose lock expired within the last day',
      query: z.object(paged(PAGE.lockedAccounts)),
      responses: { 200: z.array(LockedAccount) },
      isPaged: true,
      handle: ({ query, context }) => lockedAccounts(database.db, query, context.at),
    }),
    route({
      method: 'post',
      path: '/api/admin/unlock-account',
      access: 'admin',
      summary: 'Lifts every login and registration limit that an address has reached. Idempotent',
      body: UnlockAccount,
      responses: { 200: Message },
      async handle({ body, context }) {
        const unlocked = await lockouts.unlock(body.ip, context)
        if (!unlocked) throw wrongField('ip', 'That is not an IP address')
        const { lifted, wrote } = unlocked
        return { body: { message: lifted ? `${body.ip} has been unlocked` : `${body.ip} was not locked` }, wrote }
      },
    }),
    route({
      method: 'post',
      path: '/api/admin/unlock-all',
      access: 'admin',
      summary: 'Lifts all locks',
      responses: { 200: Message },
      async handle({ context }) {
        const wrote = await lockouts.unlockAll(context, await listedLockoutKeys(database.db))
        return { body: { message: 'All accounts have been unlocked' }, wrote }
      },
    }),
  ])
}
