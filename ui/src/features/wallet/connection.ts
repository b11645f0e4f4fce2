import { store, stored } from '../../lib/storage.ts'
import { toast } from '../../ui/Toast.tsx'
import { saveWallet } from './api.ts'
import { ethOf, hexOf } from './model.ts'
import { listen, type Offered, type Provider, wallets } from './providers.ts'
import { DISCONNECTED, labelOfWallet, setWallet, subscribe, walletState } from './state.ts'

/** Id of the last connected wallet, tried first on the next load. `OFF`: disconnected, so none is tried. */
const KEY = 'plp-wallet'
const OFF = 'off'

let current: Provider | null = null
const followed = new WeakSet<Provider>()
let restored: Promise<void> | undefined

listen()

export const shown = { label: labelOfWallet, subscribe } as const

/**
 * Connects the only wallet and reports the result. False if the player must choose: a wallet is connected already, or
 * there are several.
 */
export async function connect(): Promise<boolean> {
  const [only, ...others] = wallets()
  if (walletState().address !== null || others.length > 0) return false
  if (only) await connectTo(only)
  else {
    const description = 'Please install a browser wallet or another Web3 wallet'
    toast({ variant: 'destructive', title: 'Wallet not found', description })
  }
  return true
}

/** Requests the wallet's account, which the player confirms there. True once connected; the result is reported. */
export async function connectTo({ id, provider }: Offered): Promise<boolean> {
  setWallet({ isConnecting: true })
  try {
    const address = accountOf(await provider.request({ method: 'eth_requestAccounts' }))
    if (address === null) throw new Error('The wallet has no account')
    store(KEY, id)
    connectWallet(provider, address)
    toast({ title: 'Wallet connected', description: 'Successfully connected to your Web3 wallet' })
    saveWallet(address).catch((error) => console.error('Failed to save the wallet address', error))
    return true
  } catch (error) {
    toast({
      variant: 'destructive',
      title: 'Connection failed',
      description: wordsOf(error) ?? 'Failed to connect wallet',
    })
    return false
  } finally {
    setWallet({ isConnecting: false })
  }
}

/** Restores an authorised connection, once per page load. Prompts nothing and saves nothing. */
export function findConnection(): Promise<void> {
  restored ??= restore()
  return restored
}

async function restore(): Promise<void> {
  const last = stored(KEY)
  if (last === OFF) return
  const first = wallets().toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  for (const { provider } of first) {
    if (walletState().address !== null) return
    try {
      const address = accountOf(await provider.request({ method: 'eth_accounts' }))
      if (address !== null && walletState().address === null) return connectWallet(provider, address)
    } catch {
      // A wallet that does not answer counts as unauthorised.
    }
  }
}

/** Clears the local state; the wallet keeps its own authorisations. */
export function disconnect(): void {
  current = null
  store(KEY, OFF)
  setWallet(DISCONNECTED)
  toast({ title: 'Wallet disconnected' })
}

/** Signs with `personal_sign`; throws the wallet's refusal. */
export async function sign(message: string, address: string): Promise<string> {
  if (!current) throw new Error('The wallet was disconnected')
  const signature = await current.request({ method: 'personal_sign', params: [hexOf(message), address] })
  return String(signature)
}

/** The message of a wallet's error, which may not be an `Error`; null without one. */
export function wordsOf(error: unknown): string | null {
  const message = (error as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : null
}

function connectWallet(provider: Provider, address: string): void {
  current = provider
  follow(provider)
  setWallet({ address, balance: null })
  void readBalance()
}

async function readBalance(): Promise<void> {
  const { address } = walletState()
  if (!current || address === null) return
  try {
    const balance = ethOf(String(await current.request({ method: 'eth_getBalance', params: [address, 'latest'] })))
    if (walletState().address === address) setWallet({ balance })
  } catch (error) {
    console.error('Failed to read the balance', error)
  }
}

/** Follows account and chain changes made in the wallet itself. */
function follow(provider: Provider): void {
  if (followed.has(provider)) return
  followed.add(provider)
  provider.on?.('accountsChanged', (accounts: unknown) => {
    if (provider !== current) return
    const address = accountOf(accounts)
    if (address !== null) return connectWallet(provider, address)
    current = null
    setWallet(DISCONNECTED)
  })
  provider.on?.('chainChanged', () => {
    if (provider === current) void readBalance()
  })
}

const accountOf = (accounts: unknown): string | null => {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null
  return typeof first === 'string' && /^0x[0-9a-f]{40}$/i.test(first) ? first : null
}
