import { store, stored } from '../../lib/storage.ts'
import { toast } from '../../ui/Toast.tsx'
import { saveWallet } from './api.ts'
import { ethOf, hexOf } from './model.ts'
import { listen, type Offered, type Provider, wallets } from './providers.ts'
import { DISCONNECTED, labelOfWallet, setWallet, subscribe, walletState } from './state.ts'

/** Which wallet was connected last, so that the next load asks it first; `OFF`: it was disconnected, so none is asked. */
const KEY = 'plp-wallet'
const OFF = 'off'

let current: Provider | null = null
const heard = new WeakSet<Provider>()
let looked: Promise<void> | undefined

listen()

export const shown = { label: labelOfWallet, subscribe } as const

/**
 * What a press of the button means: connects the only wallet there is. False where the player has to be asked, because a wallet is
 * connected already or there are several. What came of it is said.
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

/** Asks a wallet for its account, which it asks the player for. True once it is connected; what came of it is said. */
export async function connectTo({ id, provider }: Offered): Promise<boolean> {
  setWallet({ isConnecting: true })
  try {
    const address = accountOf(await provider.request({ method: 'eth_requestAccounts' }))
    if (address === null) throw new Error('The wallet has no account')
    store(KEY, id)
    take(provider, address)
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

/** Takes up what a wallet already allows, once a page: nobody is asked, and nothing is saved. */
export function findConnection(): Promise<void> {
  looked ??= look()
  return looked
}

async function look(): Promise<void> {
  const last = stored(KEY)
  if (last === OFF) return
  const first = wallets().toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  for (const { provider } of first) {
    if (walletState().address !== null) return
    try {
      const address = accountOf(await provider.request({ method: 'eth_accounts' }))
      if (address !== null && walletState().address === null) return take(provider, address)
    } catch {
      // A wallet that does not answer is one that allows nothing.
    }
  }
}

/** Clears what this browser knows; the wallet itself keeps whom it lets in. */
export function disconnect(): void {
  current = null
  store(KEY, OFF)
  setWallet(DISCONNECTED)
  toast({ title: 'Wallet disconnected' })
}

/** What the connected wallet gives to `personal_sign`. Throws what it refuses. */
export async function sign(message: string, address: string): Promise<string> {
  if (!current) throw new Error('The wallet was disconnected')
  const signature = await current.request({ method: 'personal_sign', params: [hexOf(message), address] })
  return String(signature)
}

/** The words of a wallet's refusal, which need not be an `Error`; null where it has none. */
export function wordsOf(error: unknown): string | null {
  const message = (error as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : null
}

function take(provider: Provider, address: string): void {
  current = provider
  hear(provider)
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

/** The player changes the account or the chain in the wallet itself. */
function hear(provider: Provider): void {
  if (heard.has(provider)) return
  heard.add(provider)
  provider.on?.('accountsChanged', (accounts: unknown) => {
    if (provider !== current) return
    const address = accountOf(accounts)
    if (address !== null) return take(provider, address)
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
