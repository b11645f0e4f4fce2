import { LOCKOUT } from '../../contracts/rules.ts'
import type { AppTables } from '../../database/app-tables.ts'
import { MAX_SKEW_MS } from '../../kernel/clock.ts'

const MINUTE_MS = 60_000
/** An attempt takes at most 12 s. A pending attempt older than this belonged to a process that died. */
const DEAD_AFTER_MS = 30_000
/** Failures for this many usernames count as spraying (T78). */
const SPRAYED_NAMES = 3

/** Allowed failures within a window, by scope (docs/decisions/0008). */
const LIMITS = {
  ip: { most: LOCKOUT.attempts, minutes: LOCKOUT.minutes },
  spray: { most: 30, minutes: 60 },
  pair: { most: 10, minutes: 15 },
  known: { most: 25, minutes: 60 },
  account: { most: 25, minutes: 60 },
} as const

type Scope = keyof typeof LIMITS

/** A row of `app.login_attempts`: failures since a time, and attempts whose secret is being checked. */
export type Counter = { readonly scope: Scope } & Readonly<
  Pick<AppTables['app.login_attempts'], 'key' | 'failed' | 'pending' | 'since' | 'last_at' | 'locked_until' | 'names'>
>

/**
 * The trusted device of an attempt: the account has signed in from this browser, or else from this address, within 90
 * days. Null for a stranger.
 */
export type Known = 'browser' | 'address' | null

/** Keys of the counters: keyed hashes, which reveal neither addresses nor names. */
export interface CounterKeys {
  readonly ip: string
  readonly pair: string
  readonly account: string
  /** Keys in `app.known_places`: the account with this browser (null without our cookie), and with this address. */
  readonly trustedBrowser: string | null
  readonly trustedAddress: string
}

/** The counters of one attempt, in the order in which every transaction locks them. */
export function countersOf(
  keys: CounterKeys,
  known: Known,
): readonly { readonly scope: Scope; readonly key: string }[] {
  const { ip, pair, account, trustedBrowser, trustedAddress } = keys
  // The owner's own mistakes in a trusted browser count neither as spraying nor against the account at this address.
  if (known === 'browser' && trustedBrowser !== null)
    return [
      { scope: 'ip', key: ip },
      { scope: 'known', key: trustedBrowser },
    ]
  return [
    { scope: 'ip', key: ip },
    { scope: 'spray', key: ip },
    { scope: 'pair', key: pair },
    known === 'address' ? { scope: 'known', key: trustedAddress } : { scope: 'account', key: account },
  ]
}

/**
 * `check`: the secret is checked. `locked`: the address is locked, or has failed too often for this account.
 * `throttled`: too many failures for this account. `busy`: attempts that are being checked could still reach a limit.
 */
export type Verdict =
  | { readonly verdict: 'check' }
  | { readonly verdict: 'busy' }
  | { readonly verdict: 'locked' | 'throttled'; readonly until: string }

/** Decides an attempt from its counters. Counts it as pending if the secret is to be checked. */
export function begin(stored: readonly Counter[], at: string): Verdict & { readonly counters: readonly Counter[] } {
  const counters = stored.map((counter) => current(counter, at))
  const full = counters.find((counter) => counter.locked_until !== null || counter.failed >= mostOf(counter))
  if (full) {
    const until = full.locked_until ?? later(full.since, LIMITS[full.scope].minutes)
    const isOfAccount = full.scope === 'account' || full.scope === 'known'
    return { verdict: isOfAccount ? 'throttled' : 'locked', until, counters: [] }
  }
  if (counters.some((counter) => counter.failed + counter.pending >= mostOf(counter)))
    return { verdict: 'busy', counters: [] }
  return {
    verdict: 'check',
    counters: counters.map((counter) => ({ ...counter, pending: counter.pending + 1, last_at: at })),
  }
}

/** `released`: the secret was not checked. */
export type Outcome = 'failed' | 'succeeded' | 'released'

interface Ended {
  readonly counters: readonly Counter[]
  /** Failures of the address; after a success, the number of failures it cleared. */
  readonly attempts: number
  /** End of the lock that this failure caused. */
  readonly lockedUntil: string | null
}

/**
 * Counts the outcome of an attempt. A success clears the counters of its address and its own counters for this account,
 * never those of others (T7).
 */
export function end(stored: readonly Counter[], outcome: Outcome, account: string, at: string): Ended {
  const counters = stored.map((counter) => ended(counter, outcome, account, at))
  const [ip, spray] = (['ip', 'spray'] as const).map((scope) => counters.find((counter) => counter.scope === scope))
  const failed = ip?.failed ?? 0
  if (outcome !== 'failed') {
    const before = stored.find(({ scope }) => scope === 'ip')?.failed ?? 0
    return { counters, attempts: before - failed, lockedUntil: null }
  }
  const isSpraying = spray !== undefined && spray.failed >= LIMITS.spray.most && spray.names.length >= SPRAYED_NAMES
  if (failed < LIMITS.ip.most && !isSpraying) return { counters, attempts: failed, lockedUntil: null }
  const lockedUntil = later(at, LOCKOUT.minutes)
  return {
    counters: counters.map((counter) => (counter.scope === 'ip' ? { ...counter, locked_until: lockedUntil } : counter)),
    attempts: failed < LIMITS.ip.most && spray ? spray.failed : failed,
    lockedUntil,
  }
}

function ended(counter: Counter, outcome: Outcome, account: string, at: string): Counter {
  const { scope, failed, names, locked_until } = counter
  const after = { ...counter, pending: Math.max(counter.pending - 1, 0), last_at: at }
  if (outcome === 'released') return after
  if (outcome === 'succeeded') {
    const clears = scope === 'pair' || scope === 'known' || (scope === 'ip' && locked_until === null)
    return clears ? { ...after, failed: 0 } : after
  }
  return {
    ...after,
    failed: failed + 1,
    // A window starts with its first failure. The window of an address restarts with every failure and ends after 15
    // minutes without one.
    since: scope === 'ip' || failed === 0 ? at : counter.since,
    names: scope !== 'spray' || names.includes(account) ? names : [...names, account].slice(0, SPRAYED_NAMES),
  }
}

/**
 * The counter, reset if its window is over. Pending attempts of a process that died count as failures, but leave one
 * attempt.
 */
function current(counter: Counter, at: string): Counter {
  const { scope, since, last_at } = counter
  const isOver = Date.parse(at) >= Date.parse(later(since, LIMITS[scope].minutes)) || isAhead(since, at)
  const fresh = isOver ? { ...counter, failed: 0, since: at, locked_until: null, names: [] } : counter
  const { failed, pending } = fresh
  if (pending === 0 || (Date.parse(at) - Date.parse(last_at) < DEAD_AFTER_MS && !isAhead(last_at, at))) return fresh
  return { ...fresh, failed: Math.max(failed, Math.min(failed + pending, mostOf(fresh) - 1)), pending: 0 }
}

/** After a lock for spraying, an address has one attempt at a time: its next failure locks it again. */
function mostOf({ scope, failed, names }: Counter): number {
  const { most } = LIMITS[scope]
  if (scope !== 'spray') return most
  return names.length >= SPRAYED_NAMES ? Math.max(most, failed + 1) : Number.POSITIVE_INFINITY
}

const isAhead = (time: string, at: string): boolean => Date.parse(time) - Date.parse(at) > MAX_SKEW_MS

const later = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString()
