import { type Decider, reject } from '../../kernel/decider.ts'
import type { RecoveryEvent } from './events.ts'

export type RecoveryCommand =
  /** null removes the address. */
  | { readonly type: 'change-email'; readonly userId: number; readonly email: string | null }
  | { readonly type: 'confirm-email'; readonly userId: number; readonly version: number }
  /** null removes question and answer. */
  | { readonly type: 'change-question'; readonly userId: number; readonly question: string | null }
  | { readonly type: 'request-reset'; readonly userId: number; readonly reason: string }
  | { readonly type: 'close-request'; readonly userId: number; readonly how: 'reset' | 'dismissed' }

/** `email` and `question` are null if not set, or after the person's key is destroyed. */
export interface RecoveryState {
  readonly email: string | null
  readonly version: number
  readonly isConfirmed: boolean
  readonly question: string | null
  readonly isRequested: boolean
}

export type RecoveryRefusal = 'another-email' | 'no-request'

/** Decides about a person's e-mail address, security question and request to the administrators (docs/rules.md R111, R114). */
export const recoveryDecider: Decider<RecoveryCommand, RecoveryEvent, RecoveryState, RecoveryRefusal> = {
  initialState: { email: null, version: 0, isConfirmed: false, question: null, isRequested: false },

  evolve(state, { type, data }) {
    switch (type) {
      case 'EmailChanged':
        return { ...state, email: data.email, version: data.version, isConfirmed: false }
      case 'EmailConfirmed':
        return { ...state, isConfirmed: true }
      case 'SecurityQuestionChanged':
        return { ...state, question: data.question }
      case 'AdminResetRequested':
        return { ...state, isRequested: true }
      case 'AdminResetClosed':
        return { ...state, isRequested: false }
    }
  },

  decide(command, state) {
    const { userId } = command
    switch (command.type) {
      case 'change-email': {
        const { email } = command
        // The same unconfirmed address again causes another mail.
        if (email === state.email && (email === null || state.isConfirmed)) return []
        return [{ type: 'EmailChanged', data: { userId, email, version: state.version + 1 } }]
      }
      case 'confirm-email':
        if (state.email === null || state.version !== command.version) return reject('another-email')
        return state.isConfirmed ? [] : [{ type: 'EmailConfirmed', data: { userId, version: command.version } }]
      case 'change-question':
        if (command.question === null && state.question === null) return []
        return [{ type: 'SecurityQuestionChanged', data: { userId, question: command.question } }]
      case 'request-reset':
        return state.isRequested ? [] : [{ type: 'AdminResetRequested', data: { userId, reason: command.reason } }]
      case 'close-request':
        return state.isRequested
          ? [{ type: 'AdminResetClosed', data: { userId, how: command.how } }]
          : reject('no-request')
    }
  },
}
