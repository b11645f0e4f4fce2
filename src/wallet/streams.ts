/** `wallet-{user}`: the wallet that a player says is theirs, and whether they have proved it. */
export const walletStream = (userId: number): string => `wallet-${userId}`
