import { type Decider, reject } from '../../kernel/decider.ts'
import type { WalletEvent } from './events.ts'

/** Addresses come with the capitals of EIP-55, so that equal ones are equal text. */
export type WalletCommand =
  | { readonly type: 'connect'; readonly userId: number; readonly address: string }
  | { readonly type: 'disconnect'; readonly userId: number }
  /** `address`: the one that signed. */
  | { readonly type: 'verify'; readonly userId: number; readonly address: string }

/** `address` is null without a wallet, and once the person's key is destroyed. */
export interface WalletState {
  readonly address: string | null
  readonly isVerified: boolean
}

export type WalletRefusal = 'other-wallet'

/** The wallet of one player (docs/rules.md R100, R101). The same again changes nothing. */
export const walletDecider: Decider<WalletCommand, WalletEvent, WalletState, WalletRefusal> = {
  initialState: { address: null, isVerified: false },

  evolve(state, event) {
    switch (event.type) {
      case 'WalletConnected':
        return { address: event.data.address, isVerified: false }
      case 'WalletVerified':
        return { ...state, isVerified: true }
      case 'WalletDisconnected':
        return { address: null, isVerified: false }
    }
  },

  decide(command, { address, isVerified }) {
    const { userId } = command
    switch (command.type) {
      case 'connect':
        return command.address === address
          ? []
          : [{ type: 'WalletConnected', data: { userId, address: command.address } }]
      case 'disconnect':
        return address === null ? [] : [{ type: 'WalletDisconnected', data: { userId } }]
      case 'verify':
        if (command.address !== address) return reject('other-wallet')
        return isVerified ? [] : [{ type: 'WalletVerified', data: { userId } }]
    }
  },
}
