import { byCall, bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'

/** Stream of a player's wallet. */
export const walletStream = (userId: number): string => `wallet-${userId}`

/**
 * Events of stream `wallet-{user}`. `address` has its EIP-55 checksum, and is encrypted with the person's key. A verification applies to
 * the address connected last, and ends with it.
 */
export const walletEvents = {
  WalletConnected: event<{ userId: number; address: string }>({
    encrypted: { subject: 'userId', fields: ['address'] },
    test: byCall('PATCH /api/wallet'),
  }),
  WalletVerified: event<{ userId: number }>({ test: bySecret }),
  WalletDisconnected: event<{ userId: number }>({
    test: byCall('PATCH /api/wallet', { accepts: [], sends: { walletAddress: null } }),
  }),
}
export type WalletEvent = EventsOf<typeof walletEvents>
