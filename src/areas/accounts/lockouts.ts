import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler, Handled, Wrote } from '../../kernel/command-handler.ts'
import type { Event } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { orTimeout } from '../../kernel/timeout.ts'
import { lockUnitOf } from './ip.ts'
import { type LockoutCommand, lockoutDecider } from './lockout-decider.ts'
import type { Attempt, AttemptKeys, LoginGuard } from './login-guard.ts'
import type { Queued } from './passwords.ts'
import { lockoutKeysBefore } from './queries.ts'
import { usernameKey } from './username.ts'
import { latestOf } from './wrote.ts'

/** Where a request comes from. */
export interface Visitor {
  /** The client, as `clientOf` gives it. */
  readonly ip: string
  /** The number in the browser's cookie (`DeviceCookie`), null where it has none. */
  readonly device: string | null
}

/** How a secret is checked. */
export interface SecretCheck {
  /** For its hash. */
  readonly queued: Queued
  /** The account with this browser, as a keyed hash, where it has signed in with it within 90 days; else null. */
  readonly trustedBrowser: string | null
}

/** Longest that signing in waits for its record in the log, in ms. */
export const RECORD_MS = 1_000
/** An address goes off every list before its key of the day is destroyed, after 30 days. */
const KEEP_DAYS = 29

export interface LockoutsDependencies {
  readonly database: Pick<Database, 'db'>
  readonly guard: LoginGuard
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'compare'>
  readonly personal: Pick<PersonalData, 'hmac'>
  /** Hears of records that could not be written; signing in goes on without them. */
  onLost(error: unknown): void
  /** Hears of an address or /64 that has been locked. */
  onLocked(address: string): void
}

/** Everything that counts as a login: signing in, and the resets that ask for a secret. Locks of addresses, and their record. */
export function createLockouts(dependencies: LockoutsDependencies) {
  const { database, guard, handler, log, personal, onLost, onLocked } = dependencies
  const streamOf = (key: string): string => `lockout-${key}`
  async function record(key: string, command: LockoutCommand, context: CommandContext): Promise<Wrote> {
    return recorded(await handler.handle(lockoutDecider, streamOf(key), command, context))
  }

  const ipKeyOf = (unit: string): string => personal.hmac('ip', unit)

  /** Under which an account knows a browser, and an address. */
  function placesOf(username: string, { ip, device }: Visitor) {
    const name = usernameKey(username)
    return {
      trustedAddress: personal.hmac('known-address', `${ip} ${name}`),
      trustedBrowser: device === null ? null : personal.hmac('known-browser', `${device} ${name}`),
    }
  }

  function keysOf(username: string, visitor: Visitor): AttemptKeys {
    const { ip } = visitor
    const name = usernameKey(username)
    const account = personal.hmac('login-account', name)
    return {
      ip: ipKeyOf(ip),
      pair: personal.hmac('login-pair', `${ip} ${account}`),
      account,
      credential: personal.hmac('username', name),
      ...placesOf(username, visitor),
    }
  }

  async function recordOf(
    key: string,
    ip: string,
    attempt: Attempt<unknown>,
    context: CommandContext,
  ): Promise<Wrote | undefined> {
    if (attempt.outcome === 'failed') {
      const { at, attempts, lockedUntil } = attempt
      const failed = await record(key, { type: 'fail', at, key, ip, attempts, lockedUntil }, { ...context, at })
      if (failed.types.includes('IpLocked')) onLocked(ip)
      return failed
    }
    if (attempt.outcome === 'succeeded' && attempt.attempts > 0)
      return record(key, { type: 'succeed', at: context.at, key }, context)
    return undefined
  }

  async function recordAll(
    type: 'unlock' | 'expire' | 'forget',
    keys: readonly string[],
    context: CommandContext,
  ): Promise<Wrote> {
    const { at } = context
    const items = keys.map((key) => ({ stream: streamOf(key), command: { type, key, at }, context }))
    return latestOf((await handler.handleMany(lockoutDecider, items)).map(recorded), log)
  }

  return {
    /** `look` returns the proven value, or null for a wrong secret. */
    async attempt<T>(
      who: Visitor & { readonly username: string },
      context: CommandContext,
      look: (look: SecretCheck) => Promise<T | null>,
    ) {
      const { ip, username } = who
      const keys = keysOf(username, who)
      const attempt = await guard.attempt(keys, ({ known, since }) =>
        look({
          queued: { priority: known === null ? 'sign-in' : 'trusted', since },
          trustedBrowser: known === 'browser' ? keys.trustedBrowser : null,
        }),
      )
      // The table has decided; the log is the record. Where it is away or slow, signing in goes on (T13).
      const work = recordOf(keys.ip, ip, attempt, context).catch((error) => void onLost(error))
      const wrote = await orTimeout(work, RECORD_MS, () => undefined)
      return { ...attempt, wrote }
    },

    /** The account has signed in from there: others' failures do not hold it up there for 90 days. */
    async remember(userId: number, username: string, visitor: Visitor, at: string): Promise<void> {
      const { trustedAddress, trustedBrowser } = placesOf(username, visitor)
      await guard.remember(userId, trustedBrowser === null ? [trustedAddress] : [trustedAddress, trustedBrowser], at)
    },

    /** Lifts every limit that an address or /64 has run into; null where `ip` is neither. `lifted` is false where there was nothing to lift. */
    async unlock(ip: string, context: CommandContext) {
      const unit = lockUnitOf(ip)
      if (unit === null) return null
      const key = ipKeyOf(unit)
      const lifted = (await guard.unlock(key)).length > 0
      const wrote = await recordAll('unlock', [key], context)
      return { lifted: lifted || wrote.position !== null, wrote }
    },

    /** Lifts all locks; `alsoKeys` names those that only the read model knows of. */
    async unlockAll(context: CommandContext, alsoKeys: readonly string[]): Promise<Wrote> {
      const keys = [...new Set([...(await guard.unlock(null)), ...alsoKeys])]
      return recordAll('unlock', keys, context)
    },

    /** Records locks that have run out, forgets old counters and, after 29 days, addresses. */
    async sweep(context: CommandContext): Promise<void> {
      const { at } = context
      const over = await guard.expired(at)
      await recordAll('expire', over, context)
      await guard.forget(over, at)
      await guard.sweep(at)
      const limit = new Date(Date.parse(at) - KEEP_DAYS * 86_400_000).toISOString()
      await recordAll('forget', await lockoutKeysBefore(database.db, limit), context)
    },
  }
}

export type Lockouts = ReturnType<typeof createLockouts>

function recorded(handled: Handled<Event, unknown, never>): Wrote {
  if (!handled.ok) throw new Error('records of logins are never refused')
  return handled
}
