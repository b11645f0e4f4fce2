import type { Database } from '../../database/database.ts'
import type { Erasure } from '../../database/erasure.ts'
import type { Quotas } from '../../database/quotas.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import { isRejection } from '../../kernel/decider.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import { orTimeout } from '../../kernel/timeout.ts'
import type { SessionUser } from '../../slice/route.ts'
import {
  type AccountCommand,
  type AccountRefusal,
  type AccountState,
  accountDecider,
  type DeletionReason,
  type PasswordChange,
  type Role,
} from './account-decider.ts'
import { ADMINISTRATORS_STREAM, administratorsDecider } from './administrators-decider.ts'
import type { Credential, Credentials } from './credentials.ts'
import { newDevice } from './device-cookie.ts'
import { accountStream, userIds } from './events.ts'
import { createLock } from './lock.ts'
import { type Lockouts, RECORD_MS, type SecretCheck, type Visitor } from './lockouts.ts'
import type { Passwords } from './passwords.ts'
import type { RegistrationGuard } from './registration-guard.ts'
import type { Sessions } from './sessions.ts'
import type { NameAndPassword, NewAccount, PasswordMore, SignedIn, SignInVisitor } from './shapes.ts'
import { usernameKey } from './username.ts'

/** Quotas of players. */
export const quotas = {
  /** Sign-ins recorded in the log. A correct password is accepted beyond this quota. */
  signIns: quota('sign-ins', { perHour: 60, perDay: 200 }),
  /** Password changes by the owner. Each sends a mail and closes a recovery request. */
  ownPasswords: quota('own-passwords', { perHour: 10, perDay: 20, events: 2 }),
}

/** A registration without its event after this many milliseconds has failed. */
const UNCLAIMED_MS = 10 * 60_000

export type { SecretCheck, SignedIn, SignInVisitor, Visitor }

/**
 * A refusal with its code. `until` ends a lock that was seen at `at`, which may be later than the request because
 * attempts are queued.
 */
export type Refused<Code extends string> = {
  readonly ok: false
  readonly rejected: Code
  readonly until?: string
  readonly at?: string
  readonly wrote?: Wrote | undefined
}

/** A wrong secret, a locked address, or an account with too many failures by strangers. */
export type SecretRefused = Refused<'wrong' | 'locked' | 'throttled'>

type Proven = { readonly ok: true; readonly credential: Credential }

export interface AccountsDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly personal: Pick<PersonalData, 'hmac' | 'erase'>
  readonly forgetting: Erasure
  readonly ids: Pick<Ids, 'next'>
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly lockouts: Lockouts
  readonly counts: Pick<Quotas, 'consume'>
  readonly registrations: RegistrationGuard
  /** Called for `UserLoggedIn` events that could not be written. */
  onLost(error: unknown): void
}

/** Commands of accounts. They throw `EventLogUnavailable` when they need the log and it is unavailable. */
export function createAccounts(dependencies: AccountsDependencies) {
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
  const keyOf = (username: string): string => personal.hmac('username', usernameKey(username))
  const handle = (accountKey: string, command: AccountCommand, context: CommandContext) =>
    handler.handle(accountDecider, accountStream(accountKey), command, context)

  /** Returns the user id of the new account. */
  async function createAccount(
    { username: untrimmed, password, role, reservedAllowed, queued, ...made }: NewAccount,
    context: CommandContext,
  ) {
    const username = untrimmed.trim()
    const accountKey = keyOf(username)
    const command = { type: 'register' as const, username, role, ...(reservedAllowed ? { reservedAllowed } : {}) }
    const { state } = await handler.load(accountDecider, accountStream(accountKey))
    if (state.status === 'active' && state.userId === made.userId) {
      await credentials.claim(state.userId)
      return { ok: true, userId: state.userId, position: null, types: [] } as const
    }
    // Refuses before the cost of a hash. The append makes the final decision.
    const early = accountDecider.decide({ ...command, userId: 0 }, state)
    if (isRejection<AccountRefusal>(early)) return { ok: false, ...early } as const

    const passwordHash = made.passwordHash ?? (await passwords.hash(password, queued))
    const userId = made.userId ?? (await ids.next(userIds, context))
    await credentials.add({ userId, accountKey, passwordHash, role, createdAt: context.at })
    const handled = await handle(accountKey, { ...command, userId }, { ...context, actor: context.actor ?? userId })
    if (!handled.ok) {
      await credentials.remove(userId)
      return handled
    }
    await credentials.claim(userId)
    return { ...handled, userId }
  }

  /** The credential of a username. Claims one whose registration broke off after its event. */
  async function credentialOf(username: string): Promise<Credential | null> {
    const rows = await credentials.ofName(keyOf(username))
    const [first] = rows
    if (!first || first.claimed) return first ?? null
    const { state } = await handler.load(accountDecider, accountStream(first.accountKey))
    const mine = rows.find((row) => state.status === 'active' && row.userId === state.userId)
    if (mine) await credentials.claim(mine.userId)
    return mine ?? null
  }

  async function recordLogin(credential: Credential, context: CommandContext) {
    const { userId, accountKey } = credential
    // A correct password is never refused because of the quota, which only limits the size of the log.
    const isNoted = (await counts.consume({ userId, quota: quotas.signIns, at: context.at })) === 0
    const handled = await handle(accountKey, { type: 'log-in', userId, isNoted }, { ...context, actor: userId })
    // Repairs an interrupted role change. A role change in progress may be newer, hence the lock.
    if (handled.ok && handled.state.status === 'active' && handled.state.role !== credential.role)
      await oneByOne(() => repair(userId, accountStream(accountKey)))
    return handled
  }

  /** Deletes the credentials, sessions and personal data of a deleted person. */
  async function forget(userId: number): Promise<void> {
    await personal.erase(userId)
    await forgetting.forget(userId)
    // The rows are already deleted; this closes the sockets.
    await sessions.endAll(userId)
  }

  /** Repairs an interrupted command: updates credentials, sessions and keys from the log. */
  async function repair(userId: number, stream: string): Promise<void> {
    const { state } = await handler.load(accountDecider, stream)
    if (state.status !== 'active' || state.userId !== userId) return forget(userId)
    const credential = await credentials.ofUser(userId)
    if (!credential || credential.role === state.role) return
    await credentials.setRole(userId, state.role)
    await sessions.endAll(userId)
  }

  /** Changes a role or deletes an account. Checks first, then dismisses an administrator before the change (T57). */
  async function change(
    userId: number,
    command: Extract<AccountCommand, { type: 'change-role' | 'delete' }>,
    context: CommandContext,
  ) {
    const credential = await credentials.ofUser(userId)
    if (!credential) return { ok: false, rejected: 'no-such-account' } as const
    const { accountKey } = credential
    const { state } = await handler.load(accountDecider, accountStream(accountKey))
    const early = accountDecider.decide(command, state)
    if (isRejection<AccountRefusal>(early)) return { ok: false, ...early } as const
    if (command.type === 'delete' || command.role === 'user') {
      const dismissed = await handler.handle(
        administratorsDecider,
        ADMINISTRATORS_STREAM,
        { type: 'dismiss', userId },
        context,
      )
      if (!dismissed.ok) return dismissed
    }
    return handle(accountKey, command, context)
  }

  /** Appoints an account that has the role. Idempotent. */
  async function appoint(userId: number, context: CommandContext): Promise<void> {
    await handler.handle(administratorsDecider, ADMINISTRATORS_STREAM, { type: 'appoint', userId }, context)
  }

  /**
   * Creates a session and trusts the browser and the address. Returns null if the account was deleted, or its password
   * or passkey has changed since it was proven.
   */
  async function signIn(
    { userId, ...proof }: Pick<Credential, 'userId'> & Partial<Pick<Credential, 'passwordHash'>> & { passkey?: string },
    username: string,
    visitor: SignInVisitor,
    { at }: CommandContext,
  ) {
    const { userAgent, ip } = visitor
    const token = await sessions.create(userId, { userAgent, ip, ...proof })
    if (token === null) return null
    const device = visitor.device ?? newDevice()
    await lockouts.remember(userId, username, { ...visitor, device }, at)
    return { token, device }
  }

  /**
   * Checks a secret of the account with this username. Every check counts as a login attempt, even for an unknown
   * username. `isRight` must take the same time for null.
   */
  async function prove(
    who: Visitor & { readonly username: string },
    context: CommandContext,
    isRight: (credential: Credential | null, check: SecretCheck) => Promise<boolean>,
  ): Promise<Proven | SecretRefused> {
    const attempt = await lockouts.attempt(who, context, async (check) => {
      const credential = await credentialOf(who.username)
      return (await isRight(credential, check)) ? credential : null
    })
    if (attempt.outcome === 'succeeded') return { ok: true, credential: attempt.value }
    if (attempt.outcome === 'failed') return { ok: false, rejected: 'wrong', wrote: attempt.wrote }
    const { outcome, until, at } = attempt
    return { ok: false, rejected: outcome, until, at }
  }

  const provePassword = ({ password, ...who }: NameAndPassword & Visitor, context: CommandContext) =>
    prove(who, context, (credential, { queued }) =>
      passwords.verify(credential?.passwordHash ?? null, password, queued),
    )

  /**
   * Checks the password of a signed-in user. A wrong one counts as a failed login of its address (docs/threats.md T20).
   */
  async function proveOwn(
    { id, username }: SessionUser,
    password: string,
    visitor: Visitor,
    context: CommandContext,
  ): Promise<Proven | SecretRefused> {
    const proven = await provePassword({ username, password, ...visitor }, context)
    // The name may have been registered again while a session of the old account was still in use.
    return proven.ok && proven.credential.userId !== id ? { ok: false, rejected: 'wrong' } : proven
  }

  /** Records the login of a proven account and signs it in. */
  async function enter(
    credential: Credential,
    proof: Pick<Credential, 'passwordHash'> | { readonly passkey: string },
    username: string,
    visitor: SignInVisitor,
    context: CommandContext,
  ): Promise<SignedIn | SecretRefused> {
    const record = recordLogin(credential, context).catch((error) => void onLost(error))
    const recorded = await orTimeout(record, RECORD_MS, () => undefined)
    // The log may already contain a deletion that has not reached the credentials.
    if (recorded && !recorded.ok) return { ok: false, rejected: 'wrong' }
    const { userId, role, createdAt } = (await credentials.ofUser(credential.userId)) ?? credential
    const signedIn = await signIn({ userId, ...proof }, username, visitor, context)
    if (!signedIn) return { ok: false, rejected: 'wrong' }
    return { ok: true, userId, username: username.trim(), role, createdAt, ...signedIn, wrote: recorded }
  }

  /** The account's state in the log; null if there is no active account with this id. */
  async function stateOf(userId: number): Promise<Extract<AccountState, { status: 'active' }> | null> {
    const credential = await credentials.ofUser(userId)
    if (!credential) return null
    const { state } = await handler.load(accountDecider, accountStream(credential.accountKey))
    return state.status === 'active' && state.userId === userId ? state : null
  }

  return {
    createAccount,
    /** Gives players who have been registered in the log only, by a simulated season, one password hash. */
    provision: (
      players: readonly { readonly userId: number; readonly username: string; readonly createdAt: string }[],
      passwordHash: string,
    ) =>
      credentials.addClaimed(
        players.map(({ username, ...player }) => ({
          ...player,
          ...{ accountKey: keyOf(username), passwordHash, role: 'user' },
        })),
      ),
    stateOf,
    credentialOf,
    prove,
    provePassword,
    proveOwn,
    appoint,
    repair,
    /** Claims or removes credentials whose registration was interrupted. */
    async sweep(at: string): Promise<void> {
      const before = new Date(Date.parse(at) - UNCLAIMED_MS).toISOString()
      for (const { userId, accountKey } of await credentials.unclaimedBefore(before)) {
        const { state } = await handler.load(accountDecider, accountStream(accountKey))
        if (state.status === 'active' && state.userId === userId) await credentials.claim(userId)
        else await credentials.remove(userId)
      }
    },

    /** Deletes data of erased people that requests in progress have written since. */
    forgetErased: () => forgetting.forgetErased(),

    /** Creates the account and signs in. Limited to 300 attempts per hour and address. */
    async register(
      { ip, device, userAgent, ...input }: NameAndPassword & SignInVisitor,
      context: CommandContext,
    ): Promise<SignedIn | Refused<AccountRefusal | 'too-many'>> {
      const tried = await registrations.pass(personal.hmac('ip', ip), () =>
        createAccount({ ...input, role: 'user', queued: { priority: 'registration' } }, context),
      )
      if (tried.outcome === 'full') return { ok: false, rejected: 'too-many', until: tried.until, at: tried.at }
      const created = tried.value
      if (!created.ok) return created
      const { userId } = created
      const signedIn = await signIn({ userId }, input.username, { ip, device, userAgent }, context)
      // An administrator deleted the account at the same moment.
      if (!signedIn) return { ok: false, rejected: 'no-such-account' }
      const { username } = input
      return { ok: true, userId, username, role: 'user', createdAt: context.at, ...signedIn, wrote: created }
    },

    /** Works without the event log; `lastLoginAt` then does not include this login. */
    async login(
      { username, password, ...visitor }: NameAndPassword & SignInVisitor,
      context: CommandContext,
    ): Promise<SignedIn | SecretRefused> {
      const { ip, device } = visitor
      const proven = await provePassword({ username, password, ip, device }, context)
      if (!proven.ok) return proven
      const { credential } = proven
      const { passwordHash } = credential
      const entered = await enter(credential, { passwordHash }, username, visitor, context)
      if (entered.ok && entered.role === 'admin') await credentials.forgetDrawnPassword(entered.userId)
      return entered
    },

    /**
     * Signs in with a passkey, given by its keyed hash. It counts as a login attempt of its owner, or of an unknown username
     * without one (`userId` null). `isRight` is called only within the limits.
     */
    async loginByPasskey(
      { userId, passkey, ...visitor }: { readonly userId: number | null; readonly passkey: string } & SignInVisitor,
      context: CommandContext,
      isRight: () => Promise<boolean>,
    ): Promise<SignedIn | SecretRefused> {
      const owner = userId === null ? null : await stateOf(userId)
      // A keyed hash is longer than any username.
      const username = owner?.username ?? passkey
      const { ip, device } = visitor
      const proven = await prove({ username, ip, device }, context, async (credential) =>
        credential !== null && credential.userId === userId ? isRight() : false,
      )
      return proven.ok ? enter(proven.credential, { passkey }, username, visitor, context) : proven
    },

    changeRole: (userId: number, role: Role, context: CommandContext) =>
      oneByOne(async () => {
        const changed = await change(userId, { type: 'change-role', userId, role, by: context.actor }, context)
        if (!changed.ok) return changed
        if (role === 'admin') await appoint(userId, context)
        await credentials.setRole(userId, role)
        if (changed.position !== null) await sessions.endAll(userId)
        return changed
      }),

    /** Sets another password and ends all sessions except `keeps`. */
    async setPassword(
      userId: number,
      password: string,
      how: PasswordChange,
      context: CommandContext,
      { reason, claim, keeps, replaces, visitor }: PasswordMore = {},
    ) {
      const credential = await credentials.ofUser(userId)
      if (!credential) return { ok: false, rejected: 'no-such-account' } as const
      const { accountKey } = credential
      const command = { type: 'change-password', userId, how, by: context.actor, reason } as const
      const { state } = await handler.load(accountDecider, accountStream(accountKey))
      const early = accountDecider.decide(command, state)
      if (isRejection<AccountRefusal>(early)) return { ok: false, ...early } as const
      const passwordHash = await passwords.hash(password, { priority: 'trusted' })
      if (claim && !(await claim())) return { ok: false, rejected: 'claimed' } as const
      // An administrator does not know where the owner is. While strangers guess, only trusted devices can use the new
      // password.
      const isSet = await credentials.setPassword(userId, passwordHash, {
        replaces,
        keeps,
        keepsTrustedDevices: how === 'admin',
      })
      if (!isSet) return { ok: false, rejected: 'claimed' } as const
      await credentials.forgetDrawnPassword(userId)
      // Comes before the log, which may be unavailable: sessions of the old password end immediately. This also closes
      // their sockets.
      await sessions.endAll(userId, keeps)
      if (visitor && state.status === 'active' && state.username !== null)
        await lockouts.remember(userId, state.username, visitor, context.at)
      return handle(accountKey, command, context)
    },

    /** Deletes the account, its sessions and all personal data. */
    async deleteUser(
      userId: number,
      context: CommandContext,
      how: { readonly why?: DeletionReason | undefined; readonly isOwn?: true } = {},
    ) {
      const changed = await oneByOne(() =>
        change(userId, { type: 'delete', userId, by: context.actor, ...how }, context),
      )
      // It takes time, in which other deletions and changes of roles must not wait (docs/threats.md T121).
      if (changed.ok) await forget(userId)
      return changed
    },

    async hasAdministrator(): Promise<boolean> {
      const { state } = await handler.load(administratorsDecider, ADMINISTRATORS_STREAM)
      return state.length > 0
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
