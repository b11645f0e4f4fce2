import type { Decider } from '../../kernel/decider.ts'
import type { LockoutEvent } from './events.ts'

/**
 * `attempts` is the count in the table, `lockedUntil` the end of the lock that it set. The table decides; the log is
 * the record.
 */
export type LockoutCommand =
  | {
      readonly type: 'fail'
      readonly at: string
      readonly key: string
      readonly ip: string
      readonly attempts: number
      readonly lockedUntil: string | null
    }
  | { readonly type: 'succeed'; readonly at: string; readonly key: string }
  | { readonly type: 'unlock'; readonly key: string }
  | { readonly type: 'expire'; readonly at: string; readonly key: string }
  | { readonly type: 'forget'; readonly at: string; readonly key: string }

/** `over`: a lock has expired or its count was cleared. Lists may still show it. */
type LockoutState =
  | { readonly status: 'none' }
  | { readonly status: 'failing'; readonly ip: string | null }
  | { readonly status: 'locked'; readonly ip: string | null; readonly until: string }
  | { readonly status: 'over'; readonly ip: string | null }

/**
 * Failed logins of one address. The fifth, or the thirtieth across several accounts, locks it for 15 minutes. Failures
 * while it is locked are not recorded.
 */
export const lockoutDecider: Decider<LockoutCommand, LockoutEvent, LockoutState, never> = {
  initialState: { status: 'none' },

  evolve: (_state, event) => {
    switch (event.type) {
      case 'LoginFailed':
        return { status: 'failing', ip: event.data.ip }
      case 'IpLocked':
        return { status: 'locked', ip: event.data.ip, until: event.data.until }
      case 'IpUnlocked':
        return event.data.how === 'admin' ? { status: 'none' } : { status: 'over', ip: event.data.ip }
      case 'IpForgotten':
        return { status: 'none' }
    }
  },

  decide: (command, state) => {
    const { key } = command
    switch (command.type) {
      case 'fail':
        return fail(command, state)
      case 'succeed':
        return isRunning(state) ? [unlocked(key, state, isOver(state, command.at) ? 'expired' : 'login')] : []
      case 'unlock':
        return state.status === 'none' ? [] : [unlocked(key, state, 'admin')]
      case 'expire':
        return isOver(state, command.at) ? [unlocked(key, state, 'expired')] : []
      case 'forget':
        return state.status === 'none' || holds(state, command.at) ? [] : [{ type: 'IpForgotten', data: { key } }]
    }
  },
}

function fail(
  { at, key, ip, attempts, lockedUntil: until }: Extract<LockoutCommand, { type: 'fail' }>,
  state: LockoutState,
): LockoutEvent[] {
  if (holds(state, at)) return []
  const events: LockoutEvent[] = isOver(state, at) ? [unlocked(key, state, 'expired')] : []
  events.push({ type: 'LoginFailed', data: { key, ip, attempts } })
  if (until !== null) events.push({ type: 'IpLocked', data: { key, ip, attempts, until } })
  return events
}

function unlocked(key: string, state: LockoutState, how: 'expired' | 'admin' | 'login'): LockoutEvent {
  return { type: 'IpUnlocked', data: { key, ip: state.status === 'none' ? null : state.ip, how } }
}

const isRunning = (state: LockoutState): boolean => state.status === 'failing' || state.status === 'locked'
const isOver = (state: LockoutState, at: string): boolean =>
  state.status === 'locked' && Date.parse(at) >= Date.parse(state.until)
const holds = (state: LockoutState, at: string): boolean => state.status === 'locked' && !isOver(state, at)
