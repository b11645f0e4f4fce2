import type { Event } from '../kernel/event.ts'

/**
 * Stream `wallet-{user}`. `address` is personal data under the person's key, with the capitals of EIP-55. A verification is of the
 * address that was connected last, and ends with it.
 */
export type WalletEvent =
  | Event<'WalletConnected', { userId: number; address: string }>
  | Event<'WalletVerified', { userId: number }>
  | Event<'WalletDisconnected', { userId: number }>
