import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler, Handled, Wrote } from '../../kernel/command-handler.ts'
import type { Event } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { orTimeout } from '../../kernel/timeout.ts'
import { latestOf } from '../../kernel/wrote.ts'
import { lockUnitOf } from './ip.ts'
import { type LockoutCommand, lockoutDecider } from './lockout-decider.ts'
import type { Attempt, AttemptKeys, LoginGuard } from './login-guard.ts'
import type { Queued } from './passwords.ts'
import { lockoutKeysBefore } from './queries.ts'
import { usernameKey } from './username.ts'

/** The origin of a request. */
export interface Visitor {
  /** The client, as returned by `clientOf`. */
  readonly ip: string
  /** The number in the browser's cookie (`DeviceCookie`); null without one. */
  readonly device: string | null
}

/** How a secret is checked. */
export interface SecretCheck {
  /** Priority and start of the wait for its hash. */
  readonly queued: Queued
  /** Keyed hash of the account with this browser, if it has signed in from it within 90 days; otherwise null. */
  readonly trustedBrowser: string | null
}

/** Maximum time in ms that signing in waits for its record in the log. */
export const RECORD_MS = 1_000
/** Days after which an address leaves every list. The key of its day is destroyed after 30 days. */
const LISTED_DAYS = 29

export interface LockoutsDependencies {
  readonly database: Pick<Database, 'db'>
  readonly guard: LoginGuard
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'compare'>
  readonly personal: Pick<PersonalData, 'hmac'>
  /** Called for records that could not be written. Signing in continues without them. */
  onLost(error: unknown): void
  /** Called with an address or /64 that has been locked. */
  onLocked(address: string): void
}

/**
 * Limits and locks of everything that counts as a login: signing in, and the resets that require a secret. Records them
 * in the log.
 */
export function createLockouts(dependencies: LockoutsDependencies) {
  const { database, guard, handler, log, personal, onLost, onLocked } = dependencies
  const streamOf = (key: string): string => `lockout-${key}`
  async function record(key: string, command: LockoutCommand, context: CommandContext): Promise<Wrote> {
    return recorded(await handler.handle(lockoutDecider, streamOf(key), command, context))
  }

  const ipKeyOf = (unit: string): string => personal.hmac('ip', unit)

  /** Keyed hashes that identify a trusted browser and a trusted address of the account. */
  function deviceKeysOf(username: string, { ip, device }: Visitor) {
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
      ...deviceKeysOf(username, visitor),
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
    /** `check` returns the proven value, or null for a wrong secret. */
    async attempt<T>(
      who: Visitor & { readonly username: string },
      context: CommandContext,
      check: (details: SecretCheck) => Promise<T | null>,
    ) {
      const { ip, username } = who
      const keys = keysOf(username, who)
      const attempt = await guard.attempt(keys, ({ known }) =>
        check({
          queued: { priority: known === null ? 'sign-in' : 'trusted' },
          trustedBrowser: known === 'browser' ? keys.trustedBrowser : null,
        }),
      )
      // The table has decided; the log is only the record. Signing in continues when the log is unavailable or slow
      // (T13).
      const work = recordOf(keys.ip, ip, attempt, context).catch((error) => void onLost(error))
      const wrote = await orTimeout(work, RECORD_MS, () => undefined)
      return { ...attempt, wrote }
    },

    /** Trusts the browser and the address for 90 days: failures of others do not throttle the account there. */
    async remember(userId: number, username: string, visitor: Visitor, at: string): Promise<void> {
      const { trustedAddress, trustedBrowser } = deviceKeysOf(username, visitor)
      await guard.remember(userId, trustedBrowser === null ? [trustedAddress] : [trustedAddress, trustedBrowser], at)
    },

    /**
     * Lifts every limit that an address or /64 has reached. Returns null if `ip` is neither. `lifted` is false if there
     * was none.
     */
    async unlock(ip: string, context: CommandContext) {
      const unit = lockUnitOf(ip)
      if (unit === null) return null
      const key = ipKeyOf(unit)
      const lifted = (await guard.unlock(key)).length > 0
      const wrote = await recordAll('unlock', [key], context)
      return { lifted: lifted || wrote.position !== null, wrote }
    },

    /** Lifts all locks; `alsoKeys` are those that only the read model contains. */
    async unlockAll(context: CommandContext, alsoKeys: readonly string[]): Promise<Wrote> {
      const keys = [...new Set([...(await guard.unlock(null)), ...alsoKeys])]
      return recordAll('unlock', keys, context)
    },

    /** Records expired locks, deletes old counters and, after 29 days, addresses. */
    async sweep(context: CommandContext): Promise<void> {
      const { at } = context
      const over = await guard.expired(at)
      await recordAll('expire', over, context)
      await guard.forget(over, at)
      await guard.sweep(at)
      const limit = new Date(Date.parse(at) - LISTED_DAYS * 86_400_000).toISOString()
      await recordAll('forget', await lockoutKeysBefore(database.db, limit), context)
    },
  }
}

export type Lockouts = ReturnType<typeof createLockouts>

function recorded(handled: Handled<Event, unknown, never>): Wrote {
  if (!handled.ok) throw new Error('a record of a login must not be refused')
  return handled
}
