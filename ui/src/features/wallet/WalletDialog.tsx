import { Wallet } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.ts'
import { connectTo, wallets } from './connection.ts'
import { useWallet } from './state.ts'
import { WalletDetails } from './WalletDetails.tsx'

const Icon = styled.img`
  width: 24px;
  height: 24px;
`

const Choices = styled(Stack)`
  button {
    justify-content: flex-start;
  }
`

/** The connected wallet; else the choice between those that the browser has. */
export function WalletDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { address, isConnecting } = useWallet()
  useDisconnected(address === null, onClose)
  const dialog = { open: true, onOpenChange: (open: boolean) => !open && onClose() }
  if (address !== null)
    return (
      <Dialog {...dialog} title="Your wallet">
        <WalletDetails user={user} />
      </Dialog>
    )
  return (
    <Dialog {...dialog} title="Choose a wallet" description="Your browser has several.">
      <Choices>
        {wallets().map((wallet) => (
          <Button
            key={wallet.id}
            block
            busy={isConnecting}
            onClick={async () => {
              if (await connectTo(wallet)) onClose()
            }}
          >
            {wallet.icon ? <Icon src={wallet.icon} alt="" /> : <Wallet aria-hidden />}
            {wallet.name}
          </Button>
        ))}
      </Choices>
    </Dialog>
  )
}

/** Hears when the wallet that was there is there no more. */
function useDisconnected(isNone: boolean, onDisconnected: () => void): void {
  const gone = useEffectEvent(onDisconnected)
  const wasNone = useRef(isNone)
  useEffect(() => {
    if (isNone && !wasNone.current) gone()
    wasNone.current = isNone
  }, [isNone])
}
