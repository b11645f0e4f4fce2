import type { Locator, Page } from 'playwright'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** A wallet in the visitor's browser, with its own key. Tests can change its responses at any time. */
export interface BrowserWallet {
  readonly account: PrivateKeyAccount
  /** Grants access to the page without a prompt. */
  isAuthorised: boolean
  /** In wei. */
  balance: bigint
  /** Errors for the next call of a method; an empty text is an error without a message. */
  readonly refuses: Map<string, string>
  /** Delays the call of a method until the promise resolves. */
  readonly waits: Map<string, Promise<unknown>>
  /** Methods that were called. */
  readonly calls: string[]
}

export function browserWallet(): BrowserWallet {
  return {
    account: privateKeyToAccount(generatePrivateKey()),
    isAuthorised: false,
    balance: 1_234_560_000_000_000_000n,
    refuses: new Map(),
    waits: new Map(),
    calls: [],
  }
}

/** How a wallet announces itself: as `window.ethereum`, or by an event with a name. */
export interface Installed {
  readonly wallet: BrowserWallet
  readonly as: 'window.ethereum' | { readonly name: string; readonly rdns: string }
}

/** Installs wallets in a page that is about to open. */
export async function install(page: Page, installed: readonly Installed[]): Promise<void> {
  await page.exposeFunction('callWallet', (index: number, method: string, params: readonly string[]) =>
    answer(installed[index]!.wallet, method, params),
  )
  await page.addInitScript(
    (all) => {
      type Listener = (value: unknown) => void
      const { callWallet } = window as unknown as {
        callWallet(...call: unknown[]): Promise<{ error?: unknown; result?: unknown }>
      }
      const listeners = new Map<string, Listener[]>()
      const providers = all.map((_, index) => ({
        async request({ method, params = [] }: { method: string; params?: unknown[] }) {
          const { error, result } = await callWallet(index, method, params)
          if (error) throw error
          return result
        },
        on: (event: string, listener: Listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      }))
      Object.assign(window, {
        walletSays: (event: string, value: unknown) => {
          for (const listener of listeners.get(event) ?? []) listener(value)
        },
      })
      for (const [index, as] of all.entries()) {
        const provider = providers[index]!
        if (as === 'window.ethereum') Object.assign(window, { ethereum: provider })
        else {
          const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
          const detail = Object.freeze({ info: { ...as, uuid: as.rdns, icon }, provider })
          const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
          window.addEventListener('eip6963:requestProvider', announce)
          announce()
        }
      }
    },
    installed.map(({ as }) => as),
  )
}

/** Responds like a provider: an error is an object with a code, not an `Error`. */
async function answer(
  wallet: BrowserWallet,
  method: string,
  [message]: readonly string[],
): Promise<{ error?: object; result?: unknown }> {
  wallet.calls.push(method)
  await wallet.waits.get(method)
  const refusal = wallet.refuses.get(method)
  if (refusal !== undefined) {
    wallet.refuses.delete(method)
    return { error: { code: 4001, message: refusal } }
  }
  switch (method) {
    case 'eth_accounts':
      return { result: wallet.isAuthorised ? [wallet.account.address.toLowerCase()] : [] }
    case 'eth_requestAccounts':
      wallet.isAuthorised = true
      return { result: [wallet.account.address] }
    case 'eth_getBalance':
      return { result: `0x${wallet.balance.toString(16)}` }
    case 'personal_sign':
      return { result: await wallet.account.signMessage({ message: { raw: message as `0x${string}` } }) }
    default:
      return { error: { code: 4200, message: `${method} is not supported` } }
  }
}

/** The wallet as a player uses it, in the header, under More and on its page. */
export interface WalletPage {
  /** The button of the header, with any text. */
  readonly button: Locator
  readonly dialog: Locator
  /** The panels of `/web3-demo` for this browser and for the account. */
  readonly here: Locator
  readonly account: Locator
  /** Presses the header's button, which connects a wallet or shows the connected one. */
  press(): Promise<void>
  /** Chooses one of several wallets. */
  choose(name: string): Promise<void>
  /** Emits an event of the wallet, as when its player changes something in it. */
  walletSays(event: 'accountsChanged' | 'chainChanged', value: unknown): Promise<void>
}

export function walletPage(page: Page): WalletPage {
  const button = page.getByRole('banner').getByRole('button', { name: /wallet|^0x|Connecting/i })
  const dialog = page.getByRole('dialog')
  return {
    button,
    dialog,
    here: page.getByRole('region', { name: 'In this browser' }),
    account: page.getByRole('region', { name: 'In your account' }),
    press: () => button.click(),
    choose: (name) => dialog.getByRole('button', { name, exact: true }).click(),
    walletSays: (event, value) =>
      page.evaluate(
        ([name, said]) =>
          (window as unknown as { walletSays(name: unknown, value: unknown): void }).walletSays(name, said),
        [event, value] as const,
      ),
  }
}
