import { byCall, bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'

/** `wallet-{user}`: the wallet that a player says is theirs, and whether they have proved it. */
export const walletStream = (userId: number): string => `wallet-${userId}`

/**
 * Stream `wallet-{user}`. `address` is personal data under the person's key, with the capitals of EIP-55. A verification is of the
 * address that was connected last, and ends with it.
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
