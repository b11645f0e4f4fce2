/** A wallet's interface (EIP-1193). */
export interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): void
}

/** A wallet found in the browser. `id` is stable across loads. */
export interface Offered {
  readonly id: string
  readonly name: string
  /** Icon as a data URL, never a remote one; null without one. */
  readonly icon: string | null
  readonly provider: Provider
}

/** Detail of a wallet's announcement (EIP-6963). */
interface Announced {
  readonly info?: { readonly rdns?: unknown; readonly name?: unknown; readonly icon?: unknown }
  readonly provider?: Provider
}

declare global {
  interface Window {
    /** The wallet in the global that predates EIP-6963. */
    ethereum?: Provider
  }
}

/** The wallets that have announced themselves, by id. */
export const announced = new Map<string, Offered>()

/** Wallets announce themselves in the same tick; later ones do so on their own. */
export function listen(): void {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announced | undefined>).detail ?? {}
    if (typeof info?.rdns !== 'string' || typeof info.name !== 'string' || !provider) return
    const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null
    announced.set(info.rdns, { id: info.rdns, name: info.name, icon, provider })
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The wallets in the browser. `window.ethereum` counts only if no wallet has announced itself. */
export function wallets(): readonly Offered[] {
  const { ethereum } = window
  if (announced.size > 0 || !ethereum) return [...announced.values()]
  return [{ id: 'ethereum', name: 'Browser wallet', icon: null, provider: ethereum }]
}
