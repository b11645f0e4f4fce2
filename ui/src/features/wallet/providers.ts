/** A wallet as it is called (EIP-1193). */
export interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): void
}

/** A wallet that the browser has. `id` stays the same from load to load. */
export interface Offered {
  readonly id: string
  readonly name: string
  /** A picture in itself, never an address; null where it gives none. */
  readonly icon: string | null
  readonly provider: Provider
}

/** What a wallet announces of itself (EIP-6963). */
interface Announced {
  readonly info?: { readonly rdns?: unknown; readonly name?: unknown; readonly icon?: unknown }
  readonly provider?: Provider
}

declare global {
  interface Window {
    /** The wallet that took this place: all that browsers had before EIP-6963. */
    ethereum?: Provider
  }
}

const announced = new Map<string, Offered>()

/** Wallets answer the question in the same moment; those that come later announce themselves unasked. */
export function listen(): void {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announced | undefined>).detail ?? {}
    if (typeof info?.rdns !== 'string' || typeof info.name !== 'string' || !provider) return
    const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null
    announced.set(info.rdns, { id: info.rdns, name: info.name, icon, provider })
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The wallets that the browser has. The one in `window.ethereum` is one of those that announce themselves, where any does. */
export function wallets(): readonly Offered[] {
  const { ethereum } = window
  if (announced.size > 0 || !ethereum) return [...announced.values()]
  return [{ id: 'ethereum', name: 'Browser wallet', icon: null, provider: ethereum }]
}
