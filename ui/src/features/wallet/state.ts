import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal.ts'

/** The browser's wallet, shared by all components. `balance`: null until known. */
export interface WalletState {
  readonly isConnecting: boolean
  readonly address: string | null
  readonly balance: string | null
}

export const DISCONNECTED: WalletState = { isConnecting: false, address: null, balance: null }

let state = DISCONNECTED
const changes = createSignal()

export const walletState = (): WalletState => state

export function labelOfWallet(): string {
  const { isConnecting, address, balance } = state
  if (isConnecting) return 'Connecting...'
  if (address === null) return 'Connect wallet'
  return [shortAddress(address), ...(balance === null ? [] : [balance])].join(' · ')
}

export function setWallet(part: Partial<WalletState>): void {
  state = { ...state, ...part }
  changes.emit()
}

export const subscribe = changes.listen

/** `0x5aAe...eAed`: the first 6 and the last 4 characters (docs/rules.md R102). */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}...${address.slice(-4)}`

export const useWallet = (): WalletState => useSyncExternalStore(subscribe, walletState)
