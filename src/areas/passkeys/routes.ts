import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import { Id } from '../../contracts/common.ts'
import type { CommandContext } from '../../kernel/command-handler.ts'
import { acceptedOr, HttpProblem, problemsOf } from '../../slice/problem.ts'
import {
  type RouteDefinition,
  type RouteInput,
  type RouteResult,
  route,
  type SignedInUser,
  tagged,
} from '../../slice/route.ts'
import { type Accounts, quotas as accountQuotas, type SignedIn, type SignInVisitor } from '../accounts/commands.ts'
import { CurrentUser } from '../accounts/contract.ts'
import { NEEDS_PASSWORD, secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from '../accounts/problems.ts'
import { type PasskeyProblem, type Passkeys, quotas } from './commands.ts'
import { MOST_PASSKEYS } from './constants.ts'
import {
  AddOptions,
  CreationOptions,
  OwnPasskey,
  OwnPasskeys,
  PasskeyCreate,
  PasskeyLogin,
  RequestOptions,
} from './contract.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

type AnyInput = Pick<RouteInput<undefined, undefined, undefined>, 'req' | 'res' | 'ip'>

interface PasskeyRoutesDependencies {
  readonly passkeys: Passkeys
  readonly accounts: Pick<Accounts, 'proveOwn'>
  readonly sessions: { recentSignIn(sessionId: string): Promise<'password' | 'passkey' | null> }
  readonly deviceCookie: {
    visitorOf(input: Pick<AnyInput, 'req' | 'ip'>): SignInVisitor
    ensure(req: Request, res: Response): string
  }
  answerSignIn(outcome: SignedIn, input: Pick<AnyInput, 'req' | 'res'>): Promise<RouteResult>
  readonly waitFor: WaitFor
  /** Origin of `PUBLIC_URL`; null if it is not set. */
  readonly onlyOrigin: string | null
}

const accepted = acceptedOr(
  problemsOf<PasskeyProblem>({
    'too-many': [409, `You have ${MOST_PASSKEYS} passkeys already. Remove one first.`],
    'already-added': [409, 'That passkey has been added already'],
    'no-passkey': [404, 'Passkey not found'],
    'not-right': [400, 'That passkey could not be checked. Try again.'],
  }),
)

/** The same for an unknown, a removed and a wrong passkey (T11). */
const WRONG_PASSKEY = 'That passkey didn’t work. Use another one, or your password.'

/** Routes of passkeys: a player's own, and signing in with one. */
export function passkeyRoutes(dependencies: PasskeyRoutesDependencies): readonly RouteDefinition[] {
  const partyOf = ({ headers: { origin, host } }: Request): RelyingParty => {
    const party = relyingPartyOf({ origin, host }, dependencies.onlyOrigin)
    if (party === null)
      throw new HttpProblem(409, 'Passkeys need https and a domain name. They do not work at this address of the game.')
    return party
  }
  return [...ownPasskeys(dependencies, partyOf), ...signingIn(dependencies, partyOf)]
}

type PartyOf = (req: Request) => RelyingParty

function ownPasskeys(
  { passkeys, accounts, sessions, deviceCookie, waitFor }: PasskeyRoutesDependencies,
  partyOf: PartyOf,
): RouteDefinition[] {
  /** A session that was opened a while ago needs the password, which counts as a login (docs/rules.md R393). */
  async function allowAdding(
    user: SignedInUser,
    password: string | undefined,
    visitor: SignInVisitor,
    context: CommandContext,
  ): Promise<void> {
    if (password === undefined) {
      if ((await sessions.recentSignIn(user.sessionId)) === null) throw new HttpProblem(403, NEEDS_PASSWORD)
      return
    }
    const proven = await accounts.proveOwn(user, password, visitor, context)
    if (!proven.ok) throw await secretRefusal(waitFor, proven, WRONG_PRESENT_PASSWORD)
  }

  return tagged('Passkeys', [
    route({
      method: 'get',
      path: '/api/user/passkeys',
      access: 'user',
      summary: 'The reader’s passkeys, oldest first, and the actions of this session that need no current password',
      responses: { 200: OwnPasskeys },
      async handle({ user: { id, sessionId } }) {
        const [list, opened] = await Promise.all([passkeys.listOf(id), sessions.recentSignIn(sessionId)])
        return { body: { passkeys: list, needsPassword: opened === null, setsPassword: opened === 'passkey' } }
      },
    }),
    route({
      method: 'post',
      path: '/api/user/passkeys/options',
      access: 'user',
      summary:
        'WebAuthn options to create a passkey, once within five minutes in this session. Needs the current password, which counts as a login, unless the session was opened within 15 minutes',
      body: AddOptions,
      responses: { 200: CreationOptions },
      problems: [409],
      consumes: [],
      isSecret: true,
      async handle({ body: { currentPassword }, user, context, req, ip }) {
        const party = partyOf(req)
        await allowAdding(user, currentPassword, deviceCookie.visitorOf({ req, ip }), context)
        return { body: await passkeys.beginAdding(user, party, context.at) }
      },
    }),
    route({
      method: 'post',
      path: '/api/user/passkeys',
      access: 'user',
      summary: 'Adds the passkey that the browser created with these options; at most ten',
      body: PasskeyCreate,
      responses: { 201: OwnPasskey },
      problems: [409],
      consumes: [quotas.passkeys],
      async handle({ body, user, context, req }) {
        const wrote = accepted(await passkeys.add(user, body, partyOf(req), context))
        const { passkeyId: id, name, addedAt } = wrote.state.passkeys.at(-1)!
        return { status: 201, body: { id, name, addedAt, lastUsedAt: null }, wrote }
      },
    }),
    route({
      method: 'delete',
      path: '/api/user/passkeys/:id',
      access: 'user',
      summary: 'Removes a passkey and ends the sessions that it opened, except the present one',
      params: z.object({ id: Id }),
      responses: { 204: null },
      consumes: [quotas.passkeys],
      handle: async ({ params: { id }, user, context }) => ({
        status: 204,
        wrote: accepted(await passkeys.remove(user, id, context)),
      }),
    }),
  ])
}

function signingIn(
  { passkeys, deviceCookie, answerSignIn, waitFor }: PasskeyRoutesDependencies,
  partyOf: PartyOf,
): RouteDefinition[] {
  return tagged('Passkeys', [
    route({
      method: 'post',
      path: '/api/auth/passkey/options',
      access: 'public',
      summary:
        'WebAuthn options to sign in with a passkey, once within five minutes from this browser. The same for everyone: they name no account and no credential',
      responses: { 200: RequestOptions },
      problems: [409],
      consumes: [],
      handle: async ({ context, req, res }) => ({
        body: await passkeys.beginLogin(deviceCookie.ensure(req, res), partyOf(req), context.at),
      }),
    }),
    route({
      method: 'post',
      path: '/api/auth/passkey',
      access: 'public',
      summary: 'Signs in with a passkey. A wrong one counts as a failed login, with the limits of `/api/login`',
      body: PasskeyLogin,
      responses: { 200: CurrentUser },
      problems: [401, 409],
      consumesItself: [accountQuotas.signIns],
      async handle({ body, context, ip, req, res }) {
        const outcome = await passkeys.login(body, partyOf(req), deviceCookie.visitorOf({ req, ip }), context)
        if (outcome.ok) return answerSignIn(outcome, { req, res })
        throw await secretRefusal(waitFor, outcome, WRONG_PASSKEY)
      },
    }),
  ])
}
