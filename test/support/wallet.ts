import { vi } from 'vitest'
import { announced, type Provider } from '../../ui/src/features/wallet/providers.ts'
import { DISCONNECTED, setWallet } from '../../ui/src/features/wallet/state.ts'

/** A browser wallet, for component tests. */

export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const SIGNATURE = `0x${'ab'.repeat(65)}`

/** A wallet with 1.23456 ETH that accepts every call. Tests change its answers; a thrown one is a refusal. */
export function walletSample(changes: Readonly<Record<string, () => unknown>> = {}) {
  const listeners = new Map<string, (value: never) => void>()
  const answers: Record<string, () => unknown> = {
    eth_accounts: () => [],
    eth_requestAccounts: () => [ADDRESS],
    eth_getBalance: () => `0x${1_234_560_000_000_000_000n.toString(16)}`,
    personal_sign: () => SIGNATURE,
    ...changes,
  }
  const calls: { method: string; params?: readonly unknown[] }[] = []
  const provider: Provider = {
    async request(call) {
      calls.push(call)
      return answers[call.method]!()
    },
    on: (event, listener) => listeners.set(event, listener),
  }
  return {
    provider,
    answers,
    calls,
    /** Emits an event of the wallet. */
    says: (event: 'accountsChanged' | 'chainChanged', value: unknown) => listeners.get(event)?.(value as never),
  }
}

/** Installs the wallet as `window.ethereum`, until the test ends. */
export const installAlone = ({ provider }: { provider: Provider }) => vi.stubGlobal('ethereum', provider)

/** The wallet announces itself to the page (EIP-6963). */
export function announce({ provider }: { provider: Provider }, name: string, icon?: string): void {
  const detail = { info: { rdns: `example.${name}`, name, icon }, provider }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

/** Called after each test: the state of the page's wallets outlives it. */
export function forgetWallets(): void {
  announced.clear()
  setWallet(DISCONNECTED)
}
