import type { Database } from '../database/database.ts'
import type { Forgetting } from '../database/forgetting.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import type { Allowances } from '../kernel/allowance.ts'
import type { CommandContext, CommandHandler, Handled } from '../kernel/command-handler.ts'
import { isRejection } from '../kernel/decider.ts'
import type { Ids } from '../kernel/ids.ts'
import {
  type AccountCommand,
  type AccountRefusal,
  type AccountState,
  account,
  accountDecider,
  type DeletionReason,
  type PasswordChange,
  type Role,
} from './account-decider.ts'
import { ADMINISTRATORS_STREAM, administrators } from './administrators-decider.ts'
import { allowances } from './allowances.ts'
import type { Credential, Credentials } from './credentials.ts'
import { newDevice } from './device-cookie.ts'
import type { AccountEvent } from './events.ts'
import type { Turn } from './hash-line.ts'
import { userIds } from './ids.ts'
import { inTime } from './in-time.ts'
import { createLock } from './lock.ts'
import type { Lockouts, Visitor } from './lockouts.ts'
import type { Passwords } from './passwords.ts'
import type { RegistrationGuard } from './registration-guard.ts'
import { createAccountRepairs } from './repairs.ts'
import type { Sessions } from './sessions.ts'
import type { NameAndPassword, NewAccount, PasswordMore, SignedIn, SignInVisitor } from './shapes.ts'
import { accountStream } from './streams.ts'
import { usernameKey } from './username.ts'
import { type Wrote, wroteOf } from './wrote.ts'

export type { Visitor }

/** A refusal with its code; `until` ends a lock, seen at `at`: attempts wait in line, so that is later than their coming. */
export type Refused<Code extends string> = {
  readonly ok: false
  readonly rejected: Code
  readonly until?: string
  readonly at?: string
  readonly wrote?: Wrote
}

export type Proven = { readonly ok: true; readonly credential: Credential }

export type Changed = { readonly ok: true; readonly wrote: Wrote | undefined }

/** Commands of accounts. Throw `EventLogUnavailable` where the log is needed and away. */
export interface Accounts {
  /** Makes the account and signs in; 300 tries an hour from one address. */
  register(
    input: NameAndPassword & SignInVisitor,
    context: CommandContext,
  ): Promise<SignedIn | Refused<AccountRefusal | 'too-many'>>
  /** Gives the user id of the new account. */
  createAccount(
    input: NewAccount,
    context: CommandContext,
  ): Promise<{ ok: true; userId: number; wrote: Wrote | undefined } | Refused<AccountRefusal>>
  /** Works without the event log; `lastLoginAt` then misses this login. */
  login(
    input: NameAndPassword & SignInVisitor,
    context: CommandContext,
  ): Promise<SignedIn | Refused<'wrong' | 'locked' | 'not-yet'>>
  /**
   * Whether somebody knows a secret of the account behind a name. It counts as a login, whoever has the name or nobody. `isRight` has to
   * cost the same for null.
   */
  prove(
    who: Visitor & { readonly username: string },
    context: CommandContext,
    isRight: (credential: Credential | null, turn: Turn) => Promise<boolean>,
  ): Promise<Proven | Refused<'wrong' | 'locked' | 'not-yet'>>
  provePassword(
    who: NameAndPassword & Visitor,
    context: CommandContext,
  ): Promise<Proven | Refused<'wrong' | 'locked' | 'not-yet'>>
  logout(token: string): Promise<void>
  changeRole(
    userId: number,
    role: Role,
    context: CommandContext,
  ): Promise<Changed | Refused<AccountRefusal | 'last-administrator'>>
  /** Gives the account another password and ends its sessions, but the one that `more` keeps. */
  setPassword(
    userId: number,
    password: string,
    how: PasswordChange,
    context: CommandContext,
    more?: PasswordMore,
  ): Promise<Changed | Refused<AccountRefusal | 'claimed'>>
  /** Ends the account, its sessions and everything that tells who it was. */
  deleteUser(
    userId: number,
    context: CommandContext,
    how?: { readonly why?: DeletionReason | undefined; readonly isOwn?: true },
  ): Promise<Changed | Refused<AccountRefusal | 'last-administrator'>>
  /** The account as the log tells it; null where there is none with this id. */
  stateOf(userId: number): Promise<Extract<AccountState, { status: 'active' }> | null>
  /** Whether anybody is administrator. */
  hasAdministrator(): Promise<boolean>
  /** Makes an account with the role an appointed administrator; repeating it changes nothing. */
  appoint(userId: number, context: CommandContext): Promise<void>
  /** The account of a name that can sign in. */
  credentialOf(username: string): Promise<Credential | null>
  /** Claims or removes credentials whose registration broke off. */
  sweep(at: string): Promise<void>
  /** Brings credentials, sessions and keys to what the log says of an account: repairs a command that broke off. */
  repair(userId: number, stream: string): Promise<void>
  /** Takes away what requests that were on their way have left of people who are erased. */
  forgetErased(): Promise<void>
}

export interface AccountsDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly personal: Pick<PersonalData, 'hmac' | 'erase'>
  readonly forgetting: Forgetting
  readonly ids: Pick<Ids, 'next'>
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly lockouts: Lockouts
  readonly counts: Pick<Allowances, 'take'>
  readonly registrations: RegistrationGuard
  /** Hears of `UserLoggedIn` events that could not be written. */
  onLost(error: unknown): void
}

export function createAccounts(dependencies: AccountsDependencies): Accounts {
  const {
    database,
    handler,
    personal,
    forgetting,
    ids,
    credentials,
    passwords,
    sessions,
    lockouts,
    counts,
    registrations,
    onLost,
  } = dependencies
  const oneByOne = createLock(database, 'plp.roles')
  const { forget, sweep, repair } = createAccountRepairs({
    ...{ handler, credentials, sessions, personal, forgetting },
  })
  const keyOf = (username: string): string => personal.hmac('username', usernameKey(username))
  const handle = (accountKey: string, command: AccountCommand, context: CommandContext) =>
    handler.handle(account, accountStream(accountKey), command, context)

  async function createAccount(
    { username: given, password, role, reservedAllowed, turn, ...made }: NewAccount,
    context: CommandContext,
  ) {
    const username = given.trim()
    const accountKey = keyOf(username)
    const command = { type: 'register' as const, username, role, ...(reservedAllowed ? { reservedAllowed } : {}) }
    const { state } = await handler.load(account, accountStream(accountKey))
    if (state.status === 'active' && state.userId === made.userId) {
      await credentials.claim(state.userId)
      return { ok: true as const, userId: state.userId, wrote: undefined }
    }
    // Refused before a hash is paid for; decided for good by the append.
    const early = accountDecider.decide({ ...command, userId: 0 }, state)
    if (isRejection<AccountRefusal>(early)) return { ok: false as const, rejected: early.rejected }

    const passwordHash = made.passwordHash ?? (await passwords.hash(password, turn))
    const userId = made.userId ?? (await ids.next(userIds, context))
    await credentials.add({ userId, accountKey, passwordHash, role, createdAt: context.at })
    const handled = await handle(accountKey, { ...command, userId }, { ...context, actor: context.actor ?? userId })
    if (!handled.ok) {
      await credentials.remove(userId)
      return { ok: false as const, rejected: handled.rejected }
    }
    await credentials.claim(userId)
    return { ok: true as const, userId, wrote: wroteOf(handled) }
  }

  /** The row that signs a name in; one whose registration broke off after its event is claimed now. */
  async function credentialOf(username: string): Promise<Credential | null> {
    const rows = await credentials.ofName(keyOf(username))
    const [first] = rows
    if (!first || first.claimed) return first ?? null
    const { state } = await handler.load(account, accountStream(first.accountKey))
    const mine = rows.find((row) => state.status === 'active' && row.userId === state.userId)
    if (mine) await credentials.claim(mine.userId)
    return mine ?? null
  }

  async function recordLogin(credential: Credential, context: CommandContext): Promise<LoginRecord> {
    const { userId, accountKey } = credential
    // The right password is never refused for it; what grows is the log.
    const isNoted = (await counts.take({ userId, allowance: allowances.signIns, at: context.at })) === 0
    const handled = await handle(accountKey, { type: 'log-in', userId, isNoted }, { ...context, actor: userId })
    // A change of role that broke off; or one that is on its way, of which this must not undo the later one.
    if (handled.ok && handled.state.status === 'active' && handled.state.role !== credential.role)
      await oneByOne(() => repair(userId, accountStream(accountKey)))
    return handled
  }

  /** Runs a change of role or existence: refused early, dismissed first where an administrator goes (T57). */
  async function change(
    userId: number,
    command: Extract<AccountCommand, { type: 'change-role' | 'delete' }>,
    context: CommandContext,
  ): Promise<{ ok: true; handled: LoginRecord } | Refused<AccountRefusal | 'last-administrator'>> {
    const credential = await credentials.ofUser(userId)
    if (!credential) return { ok: false, rejected: 'no-such-account' }
    const { accountKey } = credential
    const { state } = await handler.load(account, accountStream(accountKey))
    const early = accountDecider.decide(command, state)
    if (isRejection<AccountRefusal>(early)) return { ok: false, rejected: early.rejected }
    if (command.type === 'delete' || command.role === 'user') {
      const dismissed = await handler.handle(
        administrators,
        ADMINISTRATORS_STREAM,
        { type: 'dismiss', userId },
        context,
      )
      if (!dismissed.ok) return dismissed
    }
    const handled = await handle(accountKey, command, context)
    return handled.ok ? { ok: true, handled } : handled
  }

  async function appoint(userId: number, context: CommandContext): Promise<void> {
    await handler.handle(administrators, ADMINISTRATORS_STREAM, { type: 'appoint', userId }, context)
  }

  /**
   * Makes the session; the account knows the browser and the address from now on. Null where it has another password by now than the one
   * that was proven, or has ended.
   */
  async function signIn(
    { userId, passwordHash }: Pick<Credential, 'userId'> & Partial<Pick<Credential, 'passwordHash'>>,
    username: string,
    visitor: SignInVisitor,
    { at }: CommandContext,
  ) {
    const token = await sessions.create(userId, { userAgent: visitor.userAgent, passwordHash })
    if (token === null) return null
    const device = visitor.device ?? newDevice()
    await lockouts.remember(userId, username, { ...visitor, device }, at)
    return { token, device }
  }

  const prove: Accounts['prove'] = async (who, context, isRight) => {
    const attempt = await lockouts.attempt(who, context, async (turn) => {
      const credential = await credentialOf(who.username)
      return (await isRight(credential, turn)) ? credential : null
    })
    if (attempt.outcome === 'locked' || attempt.outcome === 'not-yet') {
      const { outcome, until, at } = attempt
      return { ok: false, rejected: outcome, until, at }
    }
    if (attempt.outcome === 'failed')
      return { ok: false, rejected: 'wrong', ...(attempt.wrote ? { wrote: attempt.wrote } : {}) }
    return { ok: true, credential: attempt.value }
  }

  const provePassword: Accounts['provePassword'] = ({ password, ...who }, context) =>
    prove(who, context, (credential, turn) => passwords.verify(credential?.passwordHash ?? null, password, turn))

  return {
    createAccount,
    credentialOf,
    prove,
    provePassword,
    appoint,
    sweep,
    repair,
    forgetErased: () => forgetting.forgetErased(),

    async register({ ip, device, userAgent, ...input }, context) {
      const tried = await registrations.pass(personal.hmac('ip', ip), (since) =>
        createAccount({ ...input, role: 'user', turn: { lane: 'registration', client: ip, since } }, context),
      )
      if (tried.outcome === 'full') return { ok: false, rejected: 'too-many', until: tried.until, at: tried.at }
      const created = tried.value
      if (!created.ok) return created
      const { userId, wrote } = created
      const signedIn = await signIn({ userId }, input.username, { ip, device, userAgent }, context)
      // Deleted by an administrator in the same moment.
      if (!signedIn) return { ok: false, rejected: 'no-such-account' }
      return { ok: true, userId, role: 'user', createdAt: context.at, ...signedIn, wrote }
    },

    async login({ username, password, ip, device, userAgent }, context) {
      const proven = await provePassword({ username, password, ip, device }, context)
      if (!proven.ok) return proven
      const { credential } = proven
      const recorded = await inTime(recordLogin(credential, context), onLost)
      // The log knows of a deletion that the credentials have not seen yet.
      if (recorded && !recorded.ok) return { ok: false, rejected: 'wrong' }
      const { userId, role, createdAt } = (await credentials.ofUser(credential.userId)) ?? credential
      if (role === 'admin') await credentials.forgetDrawnPassword(userId)
      const signedIn = await signIn(credential, username, { ip, device, userAgent }, context)
      if (!signedIn) return { ok: false, rejected: 'wrong' }
      return { ok: true, userId, role, createdAt, ...signedIn, wrote: recorded ? wroteOf(recorded) : undefined }
    },

    logout: (token) => sessions.end(token),

    changeRole: (userId, role, context) =>
      oneByOne(async () => {
        const changed = await change(userId, { type: 'change-role', userId, role, by: context.actor }, context)
        if (!changed.ok) return changed
        if (role === 'admin') await appoint(userId, context)
        await credentials.setRole(userId, role)
        const wrote = wroteOf(changed.handled)
        if (wrote) await sessions.endAll(userId)
        return { ok: true, wrote }
      }),

    async setPassword(userId, password, how, context, { reason, claim, keeps, replaces } = {}) {
      const credential = await credentials.ofUser(userId)
      if (!credential) return { ok: false, rejected: 'no-such-account' }
      const { accountKey } = credential
      const command = { type: 'change-password', userId, how, by: context.actor, reason } as const
      const { state } = await handler.load(account, accountStream(accountKey))
      const early = accountDecider.decide(command, state)
      if (isRejection<AccountRefusal>(early)) return { ok: false, rejected: early.rejected }
      const passwordHash = await passwords.hash(password)
      if (claim && !(await claim())) return { ok: false, rejected: 'claimed' }
      const isSet = await credentials.setPassword(userId, passwordHash, { replaces, keeps })
      if (!isSet) return { ok: false, rejected: 'claimed' }
      await credentials.forgetDrawnPassword(userId)
      // Before the log, which may be away: whoever knew the old password is out as soon as it is none. Sockets hear of it here.
      await sessions.endAll(userId, keeps)
      const handled = await handle(accountKey, command, context)
      if (!handled.ok) return handled
      return { ok: true, wrote: wroteOf(handled) }
    },

    deleteUser: (userId, context, how = {}) =>
      oneByOne(async () => {
        const changed = await change(userId, { type: 'delete', userId, by: context.actor, ...how }, context)
        if (!changed.ok) return changed
        await forget(userId)
        return { ok: true, wrote: wroteOf(changed.handled) }
      }),

    async stateOf(userId) {
      const credential = await credentials.ofUser(userId)
      if (!credential) return null
      const { state } = await handler.load(account, accountStream(credential.accountKey))
      return state.status === 'active' && state.userId === userId ? state : null
    },

    async hasAdministrator() {
      const { state } = await handler.load(administrators, ADMINISTRATORS_STREAM)
      return state.length > 0
    },
  }
}

type LoginRecord = Handled<AccountEvent, AccountState, AccountRefusal>
