import type { Aggregate } from '../kernel/command-handler.ts'
import type { Decider } from '../kernel/decider.ts'
import type { LockoutEvent } from './events.ts'

/** Failed logins that lock an address (decisions.md, Accounts). */
export const MAX_FAILED_LOGINS = 5
/** How long a lock lasts, in minutes. */
export const LOCK_MINUTES = 15

/** `ip` is sealed; `attempts` is what the table counted: it decides, the log records (T13). */
export type LockoutCommand =
  | { readonly type: 'fail'; readonly at: string; readonly key: string; readonly ip: string; readonly attempts: number }
  | { readonly type: 'succeed'; readonly at: string; readonly key: string }
  | { readonly type: 'unlock'; readonly key: string }
  | { readonly type: 'expire'; readonly at: string; readonly key: string }

export type LockoutState =
  | { readonly status: 'clear' }
  | { readonly status: 'failing'; readonly ip: string; readonly attempts: number }
  | { readonly status: 'locked'; readonly ip: string; readonly until: string }

/** Failed logins of one address: the fifth locks it for 15 minutes; while it is locked nothing is recorded. */
export const lockoutDecider: Decider<LockoutCommand, LockoutEvent, LockoutState, never> = {
  initialState: { status: 'clear' },

  evolve: (_state, event) => {
    switch (event.type) {
      case 'LoginFailed':
        return { status: 'failing', ip: event.data.ip, attempts: event.data.attempts }
      case 'IpLocked':
        return { status: 'locked', ip: event.data.ip, until: event.data.until }
      case 'IpUnlocked':
        return { status: 'clear' }
    }
  },

  decide: (command, state) => {
    switch (command.type) {
      case 'fail':
        return fail(command, state)
      case 'succeed':
        return unlocked(command.key, state, isOver(state, command.at) ? 'expired' : 'login')
      case 'unlock':
        return unlocked(command.key, state, 'admin')
      case 'expire':
        return isOver(state, command.at) ? unlocked(command.key, state, 'expired') : []
    }
  },
}

function fail(
  { at, key, ip, attempts }: Extract<LockoutCommand, { type: 'fail' }>,
  state: LockoutState,
): LockoutEvent[] {
  if (state.status === 'locked' && !isOver(state, at)) return []
  const events = isOver(state, at) ? unlocked(key, state, 'expired') : []
  events.push({ type: 'LoginFailed', data: { key, ip, attempts } })
  if (attempts >= MAX_FAILED_LOGINS) {
    const until = new Date(Date.parse(at) + LOCK_MINUTES * 60_000).toISOString()
    events.push({ type: 'IpLocked', data: { key, ip, attempts, until } })
  }
  return events
}

function unlocked(key: string, state: LockoutState, how: 'expired' | 'admin' | 'login'): LockoutEvent[] {
  return state.status === 'clear' ? [] : [{ type: 'IpUnlocked', data: { key, ip: state.ip, how } }]
}

const isOver = (state: LockoutState, at: string): boolean =>
  state.status === 'locked' && Date.parse(at) >= Date.parse(state.until)

/** Stream `lockout-{hmac(ip)}`. */
export const lockout: Aggregate<LockoutCommand, LockoutEvent, LockoutState, never> = { decider: lockoutDecider }
