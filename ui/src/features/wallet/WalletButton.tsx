import { Wallet } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Button, type ButtonAppearance } from '../../ui/Button.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'

type Connection = typeof import('./connection.ts')

let loaded: Connection | undefined

const loadDialog = () => import('./WalletDialog.tsx').then((module) => module.WalletDialog)
const nothingChanges = () => () => undefined
const notConnected = () => 'Connect wallet'

interface WalletButtonProps extends Pick<ButtonAppearance, 'size' | 'onDark'> {
  user: CurrentUser
}

/**
 * Connects a wallet, or shows the connected one. Its code is loaded on a press, or if the browser has a wallet
 * (docs/rules.md R102).
 */
export function WalletButton({ user, ...appearance }: WalletButtonProps) {
  const [connection, setConnection] = useState(loaded)
  const label = useSyncExternalStore(
    connection?.shown.subscribe ?? nothingChanges,
    connection?.shown.label ?? notConnected,
  )
  const load = useCallback(async () => {
    loaded ??= await import('./connection.ts')
    setConnection(loaded)
    return loaded
  }, [])
  const press = useCallback(async () => {
    const { connect } = await load()
    return (await connect()) ? null : loadDialog()
  }, [load])
  const { Component: Dialog, busy, open, close } = useLazyComponent(press, 'Failed to load the wallet')
  useWalletHere(load)
  return (
    <>
      <Button {...appearance} busy={busy} onClick={open}>
        <Wallet aria-hidden />
        {label}
      </Button>
      {Dialog && <Dialog user={user} onClose={close} />}
    </>
  )
}

/** Loads the code that restores a connection, if the browser has a wallet. */
function useWalletHere(load: () => Promise<Connection>): void {
  useEffect(() => {
    const restore = () => void load().then(({ findConnection }) => findConnection(), console.error)
    if ('ethereum' in window) return restore()
    window.addEventListener('eip6963:announceProvider', restore, { once: true })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return () => window.removeEventListener('eip6963:announceProvider', restore)
  }, [load])
}
