import type { Database } from '../database/database.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { LockoutEvent } from './events.ts'
import type { Turn } from './hash-line.ts'
import { inTime } from './in-time.ts'
import { lockUnitOf, networkOf } from './ip.ts'
import type { KnownPlaces } from './known-places.ts'
import { type LockoutCommand, type LockoutState, lockout } from './lockout-decider.ts'
import type { Attempt, AttemptKeys, LoginGuard } from './login-guard.ts'
import { lockoutKeysBefore } from './queries.ts'
import { usernameKey } from './username.ts'
import { latestOf, type Wrote, wroteOf } from './wrote.ts'

/** Where a request comes from. */
export interface Visitor {
  /** The client, as `clientOf` gives it. */
  readonly ip: string
  /** The number in the browser's cookie (`DeviceCookie`), null where it has none. */
  readonly device: string | null
}

/** Everything that counts as a login: signing in, and the resets that ask for a secret. Locks of addresses, and their record. */
export interface Lockouts {
  /** `look` gives what was proven, null for a wrong secret. */
  attempt<T>(
    who: Visitor & { readonly username: string },
    context: CommandContext,
    look: (turn: Turn) => Promise<T | null>,
  ): Promise<Attempt<T> & { readonly wrote: Wrote | undefined }>
  /** The account has signed in from there: others' failures do not hold it up there for 90 days. */
  remember(userId: number, username: string, visitor: Visitor, at: string): Promise<void>
  /** Lifts the lock of an address or /64, and every other limit it has run into; null where `ip` is neither. `lifted` is false where there was nothing to lift. */
  unlock(ip: string, context: CommandContext): Promise<{ lifted: boolean; wrote: Wrote | undefined } | null>
  /** Lifts all locks; `alsoKeys` names those that only the read model knows of. */
  unlockAll(context: CommandContext, alsoKeys: readonly string[]): Promise<{ lifted: number; wrote: Wrote | undefined }>
  /** Records locks that have run out, forgets old counters and, after 29 days, addresses. */
  sweep(context: CommandContext): Promise<void>
}

/** An address goes off every list before its key of the day is destroyed, after 30 days. */
const KEEP_DAYS = 29

export interface LockoutsDependencies {
  readonly database: Pick<Database, 'db'>
  readonly guard: LoginGuard
  readonly places: KnownPlaces
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'compare'>
  readonly personal: Pick<PersonalData, 'hmac'>
  /** Hears of records that could not be written; signing in goes on without them. */
  onLost(error: unknown): void
  /** Hears of an address or /64 that has been locked. */
  onLocked(address: string): void
}

export function createLockouts(dependencies: LockoutsDependencies): Lockouts {
  const { database, guard, places, handler, log, personal, onLost, onLocked } = dependencies
  const streamOf = (key: string): string => `lockout-${key}`
  const record = (key: string, command: LockoutCommand, context: CommandContext) =>
    handler.handle(lockout, streamOf(key), command, context)

  const ipKeyOf = (unit: string): string => personal.hmac('ip', unit)

  /** Under which an account knows a browser, and an address. */
  function placesOf(username: string, { ip, device }: Visitor) {
    const name = usernameKey(username)
    return {
      addressPlace: personal.hmac('known-address', `${ip} ${name}`),
      browserPlace: device === null ? null : personal.hmac('known-browser', `${device} ${name}`),
    }
  }

  function keysOf(username: string, visitor: Visitor): AttemptKeys {
    const { ip } = visitor
    const name = usernameKey(username)
    const account = personal.hmac('login-account', name)
    return {
      ip: ipKeyOf(ip),
      network: personal.hmac('network', networkOf(ip)),
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
      if (failed.ok && failed.events.some(({ type }) => type === 'IpLocked')) onLocked(ip)
      return wroteOf(failed)
    }
    if (attempt.outcome === 'succeeded' && attempt.attempts > 0)
      return wroteOf(await record(key, { type: 'succeed', at: context.at, key }, context))
    return undefined
  }

  async function recordAll(
    type: 'unlock' | 'expire' | 'forget',
    keys: readonly string[],
    context: CommandContext,
  ): Promise<Wrote | undefined> {
    const { at } = context
    const items = keys.map((key) => ({ stream: streamOf(key), command: { type, key, at }, context }))
    const outcomes = await handler.handleMany<LockoutCommand, LockoutEvent, LockoutState, never>(lockout, items)
    return latestOf(outcomes.map(wroteOf), log)
  }

  return {
    async attempt(who, context, look) {
      const { ip, username } = who
      const keys = keysOf(username, who)
      const attempt = await guard.attempt(keys, ({ isKnown, since }) =>
        look({ lane: isKnown ? 'known' : 'login', client: ip, since }),
      )
      // The table has decided; the log is the record. Where it is away or slow, signing in goes on (T13).
      const wrote = await inTime(recordOf(keys.ip, ip, attempt, context), onLost)
      return { ...attempt, wrote }
    },

    async remember(userId, username, visitor, at) {
      const { addressPlace, browserPlace } = placesOf(username, visitor)
      await places.remember(userId, browserPlace === null ? [addressPlace] : [addressPlace, browserPlace], at)
    },

    async unlock(ip, context) {
      const unit = lockUnitOf(ip)
      if (unit === null) return null
      const key = ipKeyOf(unit)
      const lifted = (await guard.unlock(key)).length > 0
      const wrote = await recordAll('unlock', [key], context)
      return { lifted: lifted || wrote !== undefined, wrote }
    },

    async unlockAll(context, alsoKeys) {
      const keys = [...new Set([...(await guard.unlock(null)), ...alsoKeys])]
      return { lifted: keys.length, wrote: await recordAll('unlock', keys, context) }
    },

    async sweep(context) {
      const { at } = context
      const over = await guard.expired(at)
      await recordAll('expire', over, context)
      await guard.forget(over, at)
      await guard.sweep(at)
      await places.sweep(at)
      const limit = new Date(Date.parse(at) - KEEP_DAYS * 86_400_000).toISOString()
      await recordAll('forget', await lockoutKeysBefore(database.db, limit), context)
    },
  }
}
