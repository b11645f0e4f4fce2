import { type Decider, reject } from '../../kernel/decider.ts'
import { isReservedName } from '../../kernel/names.ts'
import type { AccountEvent } from './events.ts'
import { isReservedUsername, isValidUsername } from './username.ts'

export type Role = 'user' | 'admin'

/** Who changed a password, and how they proved the right to do so. */
export type PasswordChange = Extract<AccountEvent, { type: 'UserPasswordChanged' }>['data']['how']
/** Why an administrator deletes an account. */
export type DeletionReason = NonNullable<Extract<AccountEvent, { type: 'UserDeleted' }>['data']['why']>

/** `by` is the acting user, null for the system. */
export type AccountCommand =
  | {
      readonly type: 'register'
      readonly userId: number
      readonly username: string
      readonly role: Role
      readonly reservedAllowed?: true
    }
  /** `isNoted` is false beyond the hourly quota: the sign-in is then not recorded in the log. */
  | { readonly type: 'log-in'; readonly userId: number; readonly isNoted: boolean }
  | { readonly type: 'change-role'; readonly userId: number; readonly role: Role; readonly by: number | null }
  | {
      readonly type: 'change-password'
      readonly userId: number
      readonly how: PasswordChange
      readonly by: number | null
      readonly reason?: string | undefined
    }
  | {
      readonly type: 'delete'
      readonly userId: number
      readonly by: number | null
      readonly why?: DeletionReason | undefined
      /** True when the account's owner deletes it and has proven the password. */
      readonly isOwn?: true | undefined
    }

/** `username` is null once the person's key is destroyed. */
export type AccountState =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly userId: number; readonly username: string | null; readonly role: Role }
  | { readonly status: 'deleted'; readonly userId: number }

export type AccountRefusal =
  | 'username-invalid'
  | 'username-reserved'
  | 'name-reserved'
  | 'username-taken'
  | 'no-such-account'
  | 'own-account'

/** One stream per username. After a deletion the name can be registered again, with a new user id. */
export const accountDecider: Decider<AccountCommand, AccountEvent, AccountState, AccountRefusal> = {
  initialState: { status: 'none' },

  evolve: (state, event) => {
    switch (event.type) {
      case 'UserRegistered': {
        const { userId, username, role } = event.data
        return { status: 'active', userId, username, role }
      }
      case 'UserRoleChanged':
        return state.status === 'active' ? { ...state, role: event.data.role } : state
      case 'UserDeleted':
        return { status: 'deleted', userId: event.data.userId }
      case 'UserLoggedIn':
      case 'UserPasswordChanged':
        return state
    }
  },

  decide: (command, state) => {
    if (command.type === 'register') return register(command, state)
    const { userId } = command
    if (state.status !== 'active' || state.userId !== userId) return reject('no-such-account')
    switch (command.type) {
      case 'log-in':
        return command.isNoted ? [{ type: 'UserLoggedIn', data: { userId } }] : []
      case 'change-role':
        if (command.by === userId) return reject('own-account')
        return state.role === command.role ? [] : [{ type: 'UserRoleChanged', data: { userId, role: command.role } }]
      case 'change-password': {
        const { how, by, reason } = command
        if (how === 'admin' && by === userId) return reject('own-account')
        return [{ type: 'UserPasswordChanged', data: { userId, how, ...(reason === undefined ? {} : { reason }) } }]
      }
      case 'delete': {
        const { by, why, isOwn } = command
        if (by === userId && !isOwn) return reject('own-account')
        return [{ type: 'UserDeleted', data: { userId, ...(why === undefined ? {} : { why }) } }]
      }
    }
  },
}

function register(command: Extract<AccountCommand, { type: 'register' }>, state: AccountState) {
  const { userId, username, role } = command
  if (!isValidUsername(username)) return reject('username-invalid')
  if (isReservedUsername(username) && !command.reservedAllowed) return reject('username-reserved')
  if (role === 'user' && isReservedName(username)) return reject('name-reserved')
  if (state.status === 'active') return reject('username-taken')
  return [{ type: 'UserRegistered' as const, data: { userId, username, role } }]
}
