import type { Database } from '../database/database.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import type { EventLog } from '../event-log/port.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { LockoutEvent } from './events.ts'
import { inTime } from './in-time.ts'
import { lockUnitOf } from './ip.ts'
import { type LockoutCommand, type LockoutState, lockout } from './lockout-decider.ts'
import type { Attempt, AttemptKeys, LoginGuard } from './login-guard.ts'
import { lockoutKeysBefore } from './queries.ts'
import { usernameKey } from './username.ts'
import { latestOf, type Wrote, wroteOf } from './wrote.ts'

/** Everything that counts as a login: signing in, and the resets that ask for a secret. Locks of addresses, and their record. */
export interface Lockouts {
  /** `look` gives what was proven, null for a wrong secret. */
  attempt<T>(
    /** `ip` is the client, as `clientOf` gives it. */
    who: { readonly ip: string; readonly username: string },
    context: CommandContext,
    look: () => Promise<T | null>,
  ): Promise<Attempt<T> & { readonly wrote: Wrote | undefined }>
  /** Lifts the lock of an address or /64; null where `ip` is neither. `lifted` is false where there was nothing to lift. */
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
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'compare'>
  readonly personal: Pick<PersonalData, 'hmac'>
  /** Hears of records that could not be written; signing in goes on without them. */
  onLost(error: unknown): void
  /** Hears of an address or /64 that has been locked. */
  onLocked(address: string): void
}

export function createLockouts(dependencies: LockoutsDependencies): Lockouts {
  const { database, guard, handler, log, personal, onLost, onLocked } = dependencies
  const streamOf = (key: string): string => `lockout-${key}`
  const record = (key: string, command: LockoutCommand, context: CommandContext) =>
    handler.handle(lockout, streamOf(key), command, context)

  function keysOf(unit: string, username: string): AttemptKeys & { unit: string } {
    const account = personal.hmac('login-account', usernameKey(username))
    return { unit, ip: ipKeyOf(unit), pair: personal.hmac('login-pair', `${unit} ${account}`), account }
  }
  const ipKeyOf = (unit: string): string => personal.hmac('ip', unit)

  async function recordOf(
    { ip: key, unit }: AttemptKeys & { unit: string },
    attempt: Attempt<unknown>,
    context: CommandContext,
  ): Promise<Wrote | undefined> {
    if (attempt.outcome === 'failed') {
      const { at, attempts } = attempt
      const failed = await record(key, { type: 'fail', at, key, ip: unit, attempts }, { ...context, at })
      if (failed.ok && failed.events.some(({ type }) => type === 'IpLocked')) onLocked(unit)
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
      const keys = keysOf(who.ip, who.username)
      const attempt = await guard.attempt(keys, look)
      // The table has decided; the log is the record. Where it is away or slow, signing in goes on (T13).
      const wrote = await inTime(recordOf(keys, attempt, context), onLost)
      return { ...attempt, wrote }
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
      const limit = new Date(Date.parse(at) - KEEP_DAYS * 86_400_000).toISOString()
      await recordAll('forget', await lockoutKeysBefore(database.db, limit), context)
    },
  }
}
