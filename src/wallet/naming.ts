import type { NamingOf } from '../kernel/naming.ts'
import type { WalletEvent } from './events.ts'

/** Whom the events of wallets name. */
export const walletNaming: NamingOf<WalletEvent> = {
  WalletConnected: { people: ['userId'], own: 'userId' },
  WalletVerified: { people: ['userId'], own: 'userId' },
  WalletDisconnected: { people: ['userId'], own: 'userId' },
}
