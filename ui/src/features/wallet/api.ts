import { mutate } from 'swr'
import type { Wallet, WalletChallenge } from '../../../../src/areas/wallet/contract.ts'
import { http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'

export async function saveWallet(walletAddress: string | null): Promise<void> {
  await http<Wallet>('/api/wallet', { method: 'PATCH', body: { walletAddress } })
  await mutate(shared.user.key)
}

/** Verifies the account's wallet with a signature of the server's message. */
export async function proveWallet(sign: (message: string) => Promise<string>): Promise<void> {
  const { message } = await http<WalletChallenge>('/api/wallet/challenge', { method: 'POST' })
  const signature = await sign(message)
  await http<Wallet>('/api/wallet/verify', { method: 'POST', body: { signature } })
  await mutate(shared.user.key)
}
