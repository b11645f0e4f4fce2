import { type Decider, reject } from '../../kernel/decider.ts'
import type { WalletEvent } from './events.ts'

/** Addresses have their EIP-55 checksum, so that equal addresses are equal strings. */
export type WalletCommand =
  | { readonly type: 'connect'; readonly userId: number; readonly address: string }
  | { readonly type: 'disconnect'; readonly userId: number }
  /** `address`: the address that signed. */
  | { readonly type: 'verify'; readonly userId: number; readonly address: string }

/** `address` is null without a wallet, or after the person's key is destroyed. */
export interface WalletState {
  readonly address: string | null
  readonly isVerified: boolean
}

export type WalletRefusal = 'other-wallet'

/** Decides about the wallet of one player (docs/rules.md R100, R101). Repeated commands cause no event. */
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
